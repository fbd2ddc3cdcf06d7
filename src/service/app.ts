import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { ProtocolError } from '../protocol/errors.ts';
import { clientAddress } from './access/client-address.ts';
import { ReaderLeft } from './chat/reply-run.ts';
import type { RequestInfo, ServiceLogger } from './contract.ts';
import { openApi } from './openapi/description.ts';
import { answerChat, type ChatRoute } from './routes/chat.ts';
import { answerCreateContacts, answerListContacts } from './routes/contacts.ts';
import type { Doorway } from './routes/doorway.ts';
import { answerDraftChat } from './routes/draft-chat.ts';
import { toRefusal } from './routes/failures.ts';
import { answerPatchSettings } from './routes/settings.ts';

type Env = { Bindings: RequestInfo; Variables: { answer: Headers } };

export interface AppOptions extends ChatRoute {
  doorway: Doorway;
  trustProxy: number;
  logger: ServiceLogger | undefined;
}

/** The routes of the interface, and one body for all that goes wrong on them. */
export function createApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  const address = (c: Context<Env>): string | undefined =>
    clientAddress(c.req.raw.headers, c.env?.remoteAddress, options.trustProxy);

  app.use(async (c, next) => {
    c.set('answer', new Headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }));
    await options.doorway.pass(next);
  });
  app.post('/api/v2/agents/:agentId/chat', c =>
    answerChat(options, c.req.raw, c.req.param('agentId'), address(c), c.get('answer')),
  );
  app.post('/v2/chatbots/settings', c =>
    answerPatchSettings(options, c.req.raw, address(c), c.get('answer')),
  );
  app.post('/v2/chatbots/:chatbotId/contacts', c =>
    answerCreateContacts(options, c.req.raw, c.req.param('chatbotId'), address(c), c.get('answer')),
  );
  app.get('/v2/chatbots/:chatbotId/contacts', c =>
    answerListContacts(options, c.req.raw, c.req.param('chatbotId'), address(c), c.get('answer')),
  );
  app.post('/v2/chatbots/:chatbotId/draft-chat', c =>
    answerDraftChat(options, c.req.raw, c.req.param('chatbotId'), address(c), c.get('answer')),
  );
  app.get('/openapi.json', c => Response.json(openApi(), { headers: c.get('answer') }));
  app.get('/healthz', c => Response.json({ status: 'ok' }, { headers: c.get('answer') }));
  app.get('/readyz', async c => {
    await sql`select 1`.execute(options.database);
    await options.admission.ready();
    return Response.json({ status: 'ok' }, { headers: c.get('answer') });
  });
  for (const [path, allowed] of METHODS) {
    app.all(path, async c => {
      const answer = c.get('answer');
      answer.set('Allow', allowed);
      // Every chat answer tells the caller's limit, section 8. A browser asks so before it says who it is.
      if (/chat$/.test(path) && !c.req.header('Authorization')) {
        await options.admission.show(address(c), answer);
      } else if (/chat$/.test(path)) {
        const key = await options.admission.key(c.req.raw.headers, address(c), answer);
        await options.admission.count(key, answer);
      }
      throw new ProtocolError('invalid_request', `This method is not possible here; ${allowed} is.`, {
        status: 405,
      });
    });
  }

  app.notFound(c => refuse(c, new ProtocolError('not_found', 'There is nothing at this address.')));
  app.onError((error, c) => {
    const refusal = toRefusal(error);
    // Who has left hears no answer, and nothing failed.
    if (refusal.status >= 500 && !(error instanceof ReaderLeft)) {
      options.logger?.error({ status: refusal.status, reason: describe(error) }, 'a request failed');
    }
    return refuse(c, refusal);
  });
  return app;
}

/** What is possible at each address, said to whoever tries another method. */
const METHODS = [
  ['/api/v2/agents/:agentId/chat', 'POST'],
  ['/v2/chatbots/settings', 'POST'],
  ['/v2/chatbots/:chatbotId/contacts', 'GET, POST'],
  ['/v2/chatbots/:chatbotId/draft-chat', 'POST'],
  ['/openapi.json', 'GET'],
] as const;

function refuse(c: Context<Env>, error: ProtocolError): Response {
  const headers = new Headers(c.get('answer'));
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer');
  if (error.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  return Response.json(error.toBody(), { status: error.status, headers });
}

/** Enough to find the fault by. Messages may quote what a visitor wrote, so only our own are logged. */
function describe(error: unknown): string {
  const cause = error instanceof ProtocolError && error.cause !== undefined ? error.cause : error;
  if (cause instanceof ProtocolError) return cause.message;
  const { name, code, stack } = (cause ?? {}) as { name?: unknown; code?: unknown; stack?: unknown };
  const place = typeof stack === 'string' ? stack.split('\n').find(line => /^\s+at /.test(line)) : undefined;
  return [name, code, place?.trim()].filter(part => part !== undefined).join(' ');
}
