import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { clientAddress } from '../limits/client-address.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { ReaderLeft } from './chat/reply-run.ts';
import type { RequestInfo, ServiceLogger } from './contract.ts';
import { describeFault } from './fault.ts';
import { openApi } from './openapi/description.ts';
import { answerChat } from './routes/chat.ts';
import { answerCreateContacts, answerListContacts } from './routes/contacts.ts';
import { answerDraftChat } from './routes/draft-chat.ts';
import { toRefusal } from './routes/failures.ts';
import type { InFlightRequests } from './routes/in-flight-requests.ts';
import type { Call, Route, RouteContext } from './routes/route.ts';
import { answerPatchSettings } from './routes/settings.ts';

type Env = { Bindings: RequestInfo; Variables: { answer: Headers } };

export interface AppOptions extends RouteContext {
  inFlight: InFlightRequests;
  trustProxy: number;
  logger: ServiceLogger | undefined;
}

/** The routes of the interface, by path and method. Any other method at one of these paths is 405. */
const ROUTES: readonly { path: string; method: 'GET' | 'POST'; handler: Route }[] = [
  { path: '/api/v2/agents/:agentId/chat', method: 'POST', handler: answerChat },
  { path: '/v2/chatbots/settings', method: 'POST', handler: answerPatchSettings },
  { path: '/v2/chatbots/:chatbotId/contacts', method: 'GET', handler: answerListContacts },
  { path: '/v2/chatbots/:chatbotId/contacts', method: 'POST', handler: answerCreateContacts },
  { path: '/v2/chatbots/:chatbotId/draft-chat', method: 'POST', handler: answerDraftChat },
  { path: '/openapi.json', method: 'GET', handler: answerOpenApi },
  { path: '/healthz', method: 'GET', handler: answerHealth },
  { path: '/readyz', method: 'GET', handler: answerReadiness },
];

/** The routes of the interface, and one body for all that goes wrong on them. */
export function createApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  const address = (c: Context<Env>): string | undefined =>
    clientAddress(c.req.raw.headers, c.env?.remoteAddress, options.trustProxy);

  app.use(async (c, next) => {
    c.set('answer', new Headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }));
    await options.inFlight.run(next);
  });
  for (const { path, method, handler } of ROUTES) {
    app.on(method, path, c =>
      handler(options, {
        request: c.req.raw,
        agentId: c.req.param('agentId') ?? c.req.param('chatbotId') ?? '',
        address: address(c),
        answer: c.get('answer'),
      }),
    );
  }
  for (const [path, routes] of Map.groupBy(ROUTES, route => route.path)) {
    const allowed = routes.map(({ method }) => method).join(', ');
    const isChat = path.endsWith('chat');
    app.all(path, async c => {
      const answer = c.get('answer');
      answer.set('Allow', allowed);
      // Every chat answer tells the caller's limit, section 8. A browser asks so before it says who it is.
      if (isChat && !c.req.header('Authorization')) {
        await options.admission.show(address(c), answer);
      } else if (isChat) {
        const key = await options.admission.authenticate(c.req.raw.headers, address(c), answer);
        await options.admission.countRequest(key, answer);
      }
      throw new ProtocolError('invalid_request', `This method is not possible here. Possible: ${allowed}.`, {
        status: 405,
      });
    });
  }

  app.notFound(c => refuse(c, new ProtocolError('not_found', 'There is nothing at this address.')));
  app.onError((error, c) => {
    const refusal = toRefusal(error);
    // Who has left hears no answer, and nothing failed.
    if (refusal.status >= 500 && !(error instanceof ReaderLeft)) {
      options.logger?.error({ status: refusal.status, reason: describeFault(error) }, 'a request failed');
    }
    return refuse(c, refusal);
  });
  return app;
}

async function answerOpenApi(_: RouteContext, { answer }: Call): Promise<Response> {
  return Response.json(openApi(), { headers: answer });
}

async function answerHealth(_: RouteContext, { answer }: Call): Promise<Response> {
  return Response.json({ status: 'ok' }, { headers: answer });
}

async function answerReadiness(context: RouteContext, call: Call): Promise<Response> {
  await sql`select 1`.execute(context.database);
  await context.admission.ready();
  return answerHealth(context, call);
}

function refuse(c: Context<Env>, error: ProtocolError): Response {
  const headers = new Headers(c.get('answer'));
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer');
  if (error.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  return Response.json(error.toBody(), { status: error.status, headers });
}
