import { type Context, Hono } from 'hono';
import ipaddr from 'ipaddr.js';
import { clientAddress } from '../limits/client-address.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { readTrace } from '../protocol/trace.ts';
import { recordServerResponse, startServerSpan } from '../tracing/http-spans.ts';
import type { AgentAccess } from './access/agent-access.ts';
import { VISITOR_HEADER } from './access/visitors.ts';
import { cors, preflight } from './http/cors.ts';
import { addAnswerHeaders, asProtocolError, errorResponse } from './http/error-response.ts';
import { faultOf, type Logger } from './operations/logger.ts';
import type { Metrics } from './operations/metrics.ts';
import { type ProxyEnv, peerAddress } from './proxy-env.ts';

export interface AppOptions {
  basePath: string;
  trustProxy: number;
  access: AgentAccess;
  metrics: Metrics;
  logger: Logger;
  /** The routes of each area, and what applies to a path of them. */
  routes: readonly Hono<ProxyEnv>[];
}

/** The status in metrics and logs, as in nginx, of a request whose client left before its answer began: nothing failed. */
const CLIENT_CLOSED = 499;

/** Where a proxy in front stands. Anybody on the internet can send the header too, which says nothing. */
const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/**
 * The proxy as a Hono app: the routes of each area with what is common to all. An unknown path is 404; a known path with
 * another method is 405.
 */
export function createApp({
  basePath,
  trustProxy,
  access,
  metrics,
  logger,
  routes,
}: AppOptions): Hono<ProxyEnv> {
  const root = new Hono<ProxyEnv>();
  const app = basePath ? root.basePath(basePath) : root;
  let warnsOfProxy = trustProxy === 0;

  const refuse = (c: Context<ProxyEnv>, error: unknown): Response => {
    const refusal = asProtocolError(error);
    const trace = c.get('trace');
    const failed = refusal.code === 'internal';
    if (!failed || !c.req.raw.signal.aborted) {
      if (failed) logger.error({ ...trace, ...faultOf(error) }, 'a request failed');
      metrics.refused(refusal.code);
    }
    const response = errorResponse(refusal, trace);
    // What a handler has set so far, such as the visitor's token, stays on the refusal.
    for (const name of [VISITOR_HEADER, 'Allow']) {
      const value = c.res.headers.get(name);
      if (value !== null) response.headers.set(name, value);
    }
    return response;
  };

  root.use(cors);
  root.use(async (c, next) => {
    const started = performance.now();
    const { headers, signal } = c.req.raw;
    const { method } = c.req;
    const span = startServerSpan(method, c.req.url, readTrace(headers));
    const { trace } = span;
    c.set('trace', trace);
    c.set('span', span);
    const peer = peerAddress(c.env);
    // If the proxies in front name no valid address, all that comes through them counts as one.
    const address = clientAddress(headers, peer, trustProxy) ?? peer;
    c.set('address', address);
    if (warnsOfProxy && headers.has('X-Forwarded-For') && isNear(peer)) {
      warnsOfProxy = false;
      logger.warn({}, 'all visitors of the proxy in front count as one address: set TRUST_PROXY');
    }
    // Hono passes on errors only, and the reason of an aborted request is a text with Node's adapter.
    await span.run(next).catch((thrown: unknown) => {
      c.res = refuse(c, thrown);
    });
    addAnswerHeaders(c.res.headers, trace);
    const seconds = (performance.now() - started) / 1000;
    const known = paths.find(path => c.req.routePath.endsWith(path));
    const route = known ?? 'other';
    const status = c.res.status === 500 && signal.aborted ? CLIENT_CLOSED : c.res.status;
    recordServerResponse(span, method, known, status);
    span.end();
    metrics.request(route, status, seconds);
    logger.info({ ...trace, method, route, status, ms: Math.round(seconds * 1000) }, 'request');
  });
  const endpoints = routes.flatMap(area => area.routes).filter(({ method }) => method !== 'ALL');
  const paths = [...new Set(endpoints.map(({ path }) => path))];
  for (const area of routes) app.route('/', area);
  for (const path of paths) {
    const methods = endpoints.filter(endpoint => endpoint.path === path).map(({ method }) => method);
    app.options(path, async c => {
      // Only the routes of an agent know which sites are allowed; the others require a token.
      if (path.includes(':agentId')) await access.authorizeSite(c);
      return preflight();
    });
    app.all(path, c => {
      c.header('Allow', methods.join(', '));
      throw new ProtocolError('invalid_request', 'method: is not allowed here', { status: 405 });
    });
  }
  root.notFound(c => refuse(c, new ProtocolError('not_found', 'There is nothing at this address.')));
  root.onError((error, c) => refuse(c, error));
  return root;
}

function isNear(peer: string | undefined): boolean {
  return peer !== undefined && ipaddr.isValid(peer) && NEAR.has(ipaddr.process(peer).range());
}
