import { type Context, Hono } from 'hono';
import { clientAddress } from '../limits/client-address.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { authorizeSite } from './access/agent-access.ts';
import { VISITOR_HEADER } from './access/visitor-header.ts';
import { chat } from './chat/chat-route.ts';
import { draftChat } from './chat/draft-chat-route.ts';
import { createSession } from './chat/session-route.ts';
import { stopReply } from './chat/stop-route.ts';
import { createContacts, listContacts } from './contacts/contact-routes.ts';
import { addAnswerHeaders } from './http/answer-headers.ts';
import { cors, preflight } from './http/cors.ts';
import { asProtocolError, errorResponse } from './http/error-response.ts';
import { rateHeaders } from './http/rate-headers.ts';
import { faultOf } from './operations/logger.ts';
import { health, metrics, readiness } from './operations/operation-routes.ts';
import { watchForUnbelievedProxy } from './operations/unbelieved-proxy.ts';
import type { Parts } from './parts.ts';
import type { ProxyEnv } from './proxy-env.ts';
import { peerAddress } from './request-info.ts';
import {
  readAllSettings,
  readPublicSettings,
  readSettingsHistory,
  updateSettings,
} from './settings/settings-routes.ts';
import { giveFeedback, readUsage } from './usage/usage-routes.ts';

type Handler = (c: Context<ProxyEnv>, parts: Parts) => Promise<Response>;
interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  handler: Handler;
}

/** Every route there is. What is not here is 404, and what is here with another method 405. */
const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/api/v2/session', handler: createSession },
  { method: 'POST', path: '/api/v2/agents/:agentId/chat', handler: chat },
  { method: 'DELETE', path: '/api/v2/agents/:agentId/chat/:key', handler: stopReply },
  { method: 'GET', path: '/api/v2/agents/:agentId/settings', handler: readPublicSettings },
  { method: 'POST', path: '/v2/chatbots/settings', handler: updateSettings },
  { method: 'GET', path: '/v2/chatbots/:chatbotId/settings', handler: readAllSettings },
  { method: 'GET', path: '/v2/chatbots/:chatbotId/settings/history', handler: readSettingsHistory },
  { method: 'POST', path: '/v2/chatbots/:chatbotId/contacts', handler: createContacts },
  { method: 'GET', path: '/v2/chatbots/:chatbotId/contacts', handler: listContacts },
  { method: 'POST', path: '/v2/chatbots/:chatbotId/draft-chat', handler: draftChat },
  { method: 'GET', path: '/v2/chatbots/:chatbotId/usage', handler: readUsage },
  { method: 'POST', path: '/api/v2/agents/:agentId/feedback', handler: giveFeedback },
  { method: 'GET', path: '/healthz', handler: health },
  { method: 'GET', path: '/readyz', handler: readiness },
  { method: 'GET', path: '/metrics', handler: metrics },
];

/** The status in metrics and logs, as nginx has it, when the client left before its answer began: nothing failed. */
const GONE = 499;

/** The proxy as a Hono app. Rules live in the routes; this puts around them what all have in common. */
export function createApp(parts: Parts): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();
  const routes = parts.config.basePath ? app.basePath(parts.config.basePath) : app;
  const watch = watchForUnbelievedProxy(parts);
  app.use(cors);
  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = crypto.randomUUID();
    c.set('requestId', requestId);
    const peer = peerAddress(c.env);
    // If the proxies in front name no valid address, all that comes through them counts as one.
    const address = clientAddress(c.req.raw.headers, peer, parts.config.trustProxy) ?? peer;
    c.set('address', address);
    watch(c.req.raw.headers, address);
    // Hono hands on nothing but errors, and the reason of a request that was aborted is a text with Node's adapter.
    await next().catch((thrown: unknown) => {
      c.res = refuse(c, parts, thrown);
    });
    addAnswerHeaders(c.res.headers, requestId);
    const seconds = (performance.now() - started) / 1000;
    const route = ROUTES.find(({ path }) => c.req.routePath.endsWith(path))?.path ?? 'other';
    const status = c.res.status === 500 && c.req.raw.signal.aborted ? GONE : c.res.status;
    parts.metrics.request(route, status, seconds);
    parts.logger.info(
      { requestId, method: c.req.method, route, status, ms: Math.round(seconds * 1000) },
      'request',
    );
  });
  routes.use('/api/v2/agents/:agentId/chat', rateHeaders(parts));
  for (const { method, path, handler } of ROUTES) {
    routes.on(method, path, c => handler(c, parts));
  }
  for (const path of new Set(ROUTES.map(route => route.path))) {
    const methods = ROUTES.filter(route => route.path === path).map(route => route.method);
    routes.options(path, async c => {
      // Only an agent's own routes know whom it is for; the others are opened by a token.
      if (path.includes(':agentId')) await authorizeSite(c, parts);
      return preflight();
    });
    routes.all(path, c => {
      c.header('Allow', methods.join(', '));
      throw new ProtocolError('invalid_request', 'method: is not allowed here', { status: 405 });
    });
  }
  app.notFound(c => refuse(c, parts, new ProtocolError('not_found', 'There is nothing at this address.')));
  app.onError((error, c) => refuse(c, parts, error));
  return app;
}

function refuse(c: Context<ProxyEnv>, parts: Parts, error: unknown): Response {
  const refusal = asProtocolError(error);
  const requestId = c.get('requestId');
  const failed = refusal.code === 'internal';
  if (!failed || !c.req.raw.signal.aborted) {
    if (failed) parts.logger.error({ requestId, ...faultOf(error) }, 'a request failed');
    parts.metrics.refused(refusal.code);
  }
  const response = errorResponse(refusal, requestId);
  // What a handler had set so far, such as the visitor's token, stays on the refusal.
  for (const name of [VISITOR_HEADER, 'Allow']) {
    const value = c.res.headers.get(name);
    if (value !== null) response.headers.set(name, value);
  }
  return response;
}
