import type { MiddlewareHandler } from 'hono';
import { BOT_CHECK_HEADER } from '../access/bot-guard.ts';
import { parseOrigin } from '../access/origin.ts';
import { VISITOR_HEADER } from '../access/visitors.ts';
import type { ProxyEnv } from '../proxy-env.ts';

const METHODS = 'GET, POST, DELETE';
const REQUEST_HEADERS = `Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, traceparent, X-Admin-Name, X-Bot-Token, X-Request-Id, ${VISITOR_HEADER}`;
const EXPOSED_HEADERS = `Date, ETag, Retry-After, ${BOT_CHECK_HEADER}, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, ${VISITOR_HEADER}`;
/** Seconds a browser may remember a preflight. */
const MAX_AGE = '600';

/**
 * CORS for every answer. No cookies are used, so credentials are not allowed; the origin is named and never `*`. The
 * routes decide whether an origin may use an agent, and set `originRefused` to withdraw the permission.
 */
export const cors: MiddlewareHandler<ProxyEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.append('Vary', 'Origin');
  const origin = c.req.header('Origin');
  if (origin === undefined || c.get('originRefused') || (origin !== 'null' && !parseOrigin(origin))) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
};

/** The answer to an allowed preflight. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': REQUEST_HEADERS,
      'Access-Control-Max-Age': MAX_AGE,
    },
  });
}
