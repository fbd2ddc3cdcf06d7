import { type Context, Hono } from 'hono';
import { clientAddress } from '../limits/client-address.ts';
import { isLocalRequest } from '../limits/local-request.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { EXTENSIONS_HEADER, TAKEN, TOOLS_HEADER, writeExtensions } from '../protocol/extension-headers.ts';
import { REQUEST_ID_HEADER, readTrace, TRACEPARENT_HEADER, type Trace } from '../protocol/trace.ts';
import { recordServerResponse, startServerSpan } from '../tracing/http-spans.ts';
import { errorType, type TracedSpan } from '../tracing/spans.ts';
import { ReaderLeft } from './chat/reply-run.ts';
import type { InFlightRequests } from './chat/running-replies.ts';
import type { RequestInfo } from './contract.ts';
import { describeError, toProtocolError } from './errors.ts';
import { openApi } from './openapi/description.ts';
import { handleChat, handleDraftChat } from './routes/chat.ts';
import {
  handleChangeContact,
  handleCreateContacts,
  handleDeleteContact,
  handleListContacts,
} from './routes/contacts.ts';
import {
  handleDeleteConversation,
  handleDeletePerson,
  handleExportConversations,
  handleListConversations,
  handleReadConversation,
} from './routes/conversations.ts';
import { handleListModels } from './routes/models.ts';
import { handleFindPerson, handleForgetPerson } from './routes/personal-data.ts';
import type { Call, Route, RouteContext } from './routes/route.ts';
import { handlePatchSettings } from './routes/settings.ts';
import {
  handleAsk,
  handleForgetDocument,
  handleForgetSource,
  handleListDocuments,
  handleListPassages,
  handleListSkipped,
  handleListSources,
  handleRestoreDocument,
  handleSaveSite,
  handleUpload,
} from './routes/sources.ts';
import {
  handleChangeAnswer,
  handleCheckAnswer,
  handleCreateAnswer,
  handleDeleteAnswer,
  handleListAnswers,
  handleListUnanswered,
  handleRestoreAnswer,
} from './routes/taught-answers.ts';

type Env = { Bindings: RequestInfo; Variables: { headers: Headers; trace: Trace; span: TracedSpan } };

export interface AppOptions extends RouteContext {
  inFlight: InFlightRequests;
  trustProxy: number;
}

/** The routes of the interface. Any other method at one of these paths is 405. */
const ROUTES: readonly { path: string; method: 'GET' | 'POST' | 'DELETE'; handler: Route }[] = [
  { path: '/api/v2/agents/:agentId/chat', method: 'POST', handler: handleChat },
  { path: '/v2/chatbots/settings', method: 'POST', handler: handlePatchSettings },
  { path: '/v2/chatbots/:chatbotId/contacts', method: 'GET', handler: handleListContacts },
  { path: '/v2/chatbots/:chatbotId/contacts', method: 'POST', handler: handleCreateContacts },
  { path: '/v2/chatbots/:chatbotId/contacts/:contactId', method: 'POST', handler: handleChangeContact },
  { path: '/v2/chatbots/:chatbotId/contacts/:contactId', method: 'DELETE', handler: handleDeleteContact },
  { path: '/v2/chatbots/:chatbotId/draft-chat', method: 'POST', handler: handleDraftChat },
  { path: '/v2/chatbots/:chatbotId/conversations', method: 'GET', handler: handleListConversations },
  { path: '/v2/chatbots/:chatbotId/conversations', method: 'DELETE', handler: handleDeletePerson },
  { path: '/v2/chatbots/:chatbotId/conversations/export', method: 'GET', handler: handleExportConversations },
  {
    path: '/v2/chatbots/:chatbotId/conversations/:conversationId',
    method: 'GET',
    handler: handleReadConversation,
  },
  {
    path: '/v2/chatbots/:chatbotId/conversations/:conversationId',
    method: 'DELETE',
    handler: handleDeleteConversation,
  },
  { path: '/v2/chatbots/:chatbotId/answers', method: 'GET', handler: handleListAnswers },
  { path: '/v2/chatbots/:chatbotId/answers', method: 'POST', handler: handleCreateAnswer },
  { path: '/v2/chatbots/:chatbotId/answers/unanswered', method: 'GET', handler: handleListUnanswered },
  { path: '/v2/chatbots/:chatbotId/answers/check', method: 'POST', handler: handleCheckAnswer },
  { path: '/v2/chatbots/:chatbotId/answers/:answerId', method: 'POST', handler: handleChangeAnswer },
  { path: '/v2/chatbots/:chatbotId/answers/:answerId', method: 'DELETE', handler: handleDeleteAnswer },
  { path: '/v2/chatbots/:chatbotId/answers/:answerId/restore', method: 'POST', handler: handleRestoreAnswer },
  { path: '/v2/chatbots/:chatbotId/personal-data/find', method: 'POST', handler: handleFindPerson },
  { path: '/v2/chatbots/:chatbotId/personal-data/delete', method: 'POST', handler: handleForgetPerson },
  { path: '/v2/chatbots/:chatbotId/models', method: 'GET', handler: handleListModels },
  { path: '/v2/chatbots/:chatbotId/sources', method: 'GET', handler: handleListSources },
  { path: '/v2/chatbots/:chatbotId/sources', method: 'DELETE', handler: handleForgetSource },
  { path: '/v2/chatbots/:chatbotId/sources/sites', method: 'POST', handler: handleSaveSite },
  { path: '/v2/chatbots/:chatbotId/sources/restore', method: 'POST', handler: handleRestoreDocument },
  { path: '/v2/chatbots/:chatbotId/sources/skipped', method: 'GET', handler: handleListSkipped },
  { path: '/v2/chatbots/:chatbotId/sources/documents', method: 'GET', handler: handleListDocuments },
  {
    path: '/v2/chatbots/:chatbotId/sources/documents/:documentId',
    method: 'GET',
    handler: handleListPassages,
  },
  {
    path: '/v2/chatbots/:chatbotId/sources/documents/:documentId',
    method: 'DELETE',
    handler: handleForgetDocument,
  },
  { path: '/v2/chatbots/:chatbotId/sources/uploads/:uploadId', method: 'POST', handler: handleUpload },
  { path: '/v2/chatbots/:chatbotId/sources/ask', method: 'POST', handler: handleAsk },
  { path: '/openapi.json', method: 'GET', handler: handleOpenApi },
  { path: '/healthz', method: 'GET', handler: handleHealth },
  { path: '/readyz', method: 'GET', handler: handleReadiness },
  { path: '/metrics', method: 'GET', handler: handleMetrics },
];

/** The routes of the interface, with one form of error response for all of them. */
export function createApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  const address = (c: Context<Env>): string | undefined =>
    clientAddress(c.req.raw.headers, c.env?.remoteAddress, options.trustProxy);

  const extensions = writeExtensions({
    conversations: { days: options.conversationDays ?? null },
    answers: true,
    models: true,
    sources: true,
    personalData: true,
    contacts: true,
  });
  app.use(async (c, next) => {
    const { method } = c.req;
    const span = startServerSpan(method, c.req.url, readTrace(c.req.raw.headers));
    const { trace } = span;
    c.set('trace', trace);
    c.set('span', span);
    c.set(
      'headers',
      new Headers({
        'X-Content-Type-Options': 'nosniff',
        [REQUEST_ID_HEADER]: trace.requestId,
        'Cache-Control': 'no-store',
        [TOOLS_HEADER]: TAKEN,
        [EXTENSIONS_HEADER]: extensions,
      }),
    );
    const started = performance.now();
    try {
      await span.run(() => options.inFlight.run(next));
    } catch (error) {
      span.fail(errorType(error));
      span.end();
      throw error;
    }
    const route = ROUTES.find(({ path }) => path === c.req.routePath)?.path;
    recordServerResponse(span, method, route, c.res.status);
    span.end();
    options.metrics.request(route ?? 'other', c.res.status, (performance.now() - started) / 1000);
  });
  for (const { path, method, handler } of ROUTES) {
    app.on(method, path, c =>
      handler(options, {
        request: c.req.raw,
        agentId: c.req.param('agentId') ?? c.req.param('chatbotId') ?? '',
        conversationId: c.req.param('conversationId') ?? '',
        contactId: c.req.param('contactId') ?? '',
        answerId: c.req.param('answerId') ?? '',
        documentId: c.req.param('documentId') ?? '',
        uploadId: c.req.param('uploadId') ?? '',
        address: address(c),
        headers: c.get('headers'),
        trace: c.get('trace'),
        span: c.get('span'),
      }),
    );
  }
  for (const [path, routes] of Map.groupBy(ROUTES, route => route.path)) {
    const allowed = routes.map(({ method }) => method).join(', ');
    const isChat = path.endsWith('chat');
    app.all(path, async c => {
      const headers = c.get('headers');
      headers.set('Allow', allowed);
      // Every response of a chat route has the rate limit headers (docs/interface.md section 8), also to a CORS preflight without a key.
      if (isChat && !c.req.header('Authorization')) {
        await options.admission.show(address(c), headers);
      } else if (isChat) {
        const key = await options.admission.authenticate(c.req.raw.headers, address(c), headers);
        await options.admission.countRequest(key, headers);
      }
      throw new ProtocolError('invalid_request', `This method is not allowed here. Allowed: ${allowed}.`, {
        status: 405,
      });
    });
  }

  app.notFound(c => toResponse(c, new ProtocolError('not_found', 'Nothing exists at this address.')));
  app.onError((error, c) => {
    const known = toProtocolError(error);
    options.metrics.refused(known.code);
    // A reader who has left gets no response, and nothing failed.
    if (known.status >= 500 && !(error instanceof ReaderLeft)) {
      options.logger?.error(
        { ...c.get('trace'), status: known.status, reason: describeError(error) },
        'a request failed',
      );
    }
    return toResponse(c, known);
  });
  return app;
}

async function handleOpenApi(_: RouteContext, { headers }: Call): Promise<Response> {
  return Response.json(openApi(), { headers });
}

async function handleHealth(_: RouteContext, { headers }: Call): Promise<Response> {
  return Response.json({ status: 'ok' }, { headers });
}

/** Metrics in the Prometheus format, for programs on this machine and for the holder of a key. */
async function handleMetrics(
  { admission, metrics }: RouteContext,
  { request, address, headers }: Call,
): Promise<Response> {
  if (!isLocalRequest(request, address)) await admission.authenticate(request.headers, address);
  const { type, text } = await metrics.expose();
  headers.set('Content-Type', type);
  return new Response(text, { headers });
}

/** Whether chats would succeed; 503 with what is missing otherwise, and while the service drains. */
async function handleReadiness(context: RouteContext, { headers }: Call): Promise<Response> {
  const { database, redis } = await context.probe();
  const ready = database === 'ok' && redis === 'ok';
  const status = context.isDraining() ? 'draining' : ready ? 'ok' : 'unavailable';
  const report = { status, database, redis, ...context.models() };
  return Response.json(report, { status: status === 'ok' ? 200 : 503, headers });
}

function toResponse(c: Context<Env>, error: ProtocolError): Response {
  const headers = new Headers(c.get('headers'));
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer');
  if (error.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  // docs/interface.md section 7 has no ids: only a caller that sent one, as our proxy does, gets them in the body.
  const isTraced = [REQUEST_ID_HEADER, TRACEPARENT_HEADER].some(name => c.req.header(name) !== undefined);
  return Response.json(error.toBody(isTraced ? c.get('trace') : undefined), {
    status: error.status,
    headers,
  });
}
