import { Hono } from 'hono';
import { ProtocolError } from '../protocol/errors.ts';
import type { ProxyConfig } from './config.ts';
import { addAnswerHeaders } from './http/answer-headers.ts';
import { cors } from './http/cors.ts';
import { errorResponse } from './http/error-response.ts';
import { health } from './operations/operation-routes.ts';
import type { ProxyEnv } from './proxy-env.ts';

/** Seconds until it is worth asking again. */
const RETRY_AFTER = 5;

/** The app while a store cannot be opened: this process lives (`/healthz`), and everything else is 503. */
export function createUnavailableApp({ basePath }: ProxyConfig): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();
  const routes = basePath ? app.basePath(basePath) : app;
  app.use(cors);
  app.use(async (c, next) => {
    const requestId = crypto.randomUUID();
    c.set('requestId', requestId);
    await next();
    addAnswerHeaders(c.res.headers, requestId);
  });
  routes.get('/healthz', health);
  routes.get('/readyz', c => c.json({ status: 'unavailable', stores: 'unreachable' }, 503));
  app.notFound(c => {
    const options = { status: 503, retryAfter: RETRY_AFTER } as const;
    return errorResponse(
      new ProtocolError('internal', 'Something went wrong here.', options),
      c.get('requestId'),
    );
  });
  return app;
}
