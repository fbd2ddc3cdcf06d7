import { type Context, Hono } from 'hono';
import { ProtocolError } from '../protocol/errors.ts';
import { clientAddress } from './access/client-address.ts';
import type { RequestInfo, ServiceLogger } from './contract.ts';
import { answerChat, type ChatRoute } from './routes/chat.ts';
import { toRefusal } from './routes/failures.ts';

type Env = { Bindings: RequestInfo; Variables: { answer: Headers } };

export interface AppOptions extends ChatRoute {
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
    await next();
  });
  app.post('/api/v2/agents/:agentId/chat', c =>
    answerChat(options, c.req.raw, c.req.param('agentId'), address(c), c.get('answer')),
  );
  app.get('/healthz', c => c.json({ status: 'ok' }));
  app.all('/api/v2/agents/:agentId/chat', methodNotAllowed);

  app.notFound(c => refuse(c, new ProtocolError('not_found', 'There is nothing at this address.')));
  app.onError((error, c) => {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) {
      options.logger?.error({ status: refusal.status, reason: describe(error) }, 'a request failed');
    }
    return refuse(c, refusal);
  });
  return app;
}

function methodNotAllowed(): never {
  throw new ProtocolError('invalid_request', 'This method is not possible here.', { status: 405 });
}

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
