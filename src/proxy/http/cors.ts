import type { MiddlewareHandler } from 'hono';
import { BOT_CHECK_HEADER } from '../access/bot-check.ts';
import { parseOrigin } from '../access/origin.ts';
import { VISITOR_HEADER } from '../access/visitor-header.ts';
import type { ProxyEnv } from '../proxy-env.ts';

const METHODS = 'GET, POST, DELETE';
const REQUEST_HEADERS = `Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Admin-Name, X-Bot-Token, ${VISITOR_HEADER}`;
const EXPOSED_HEADERS = `Date, ETag, Retry-After, ${BOT_CHECK_HEADER}, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, ${VISITOR_HEADER}`;
/** Seconds a browser may remember a preflight. */
const MAX_AGE = '600';

/**
 * Answers for the browser's cross-origin rules. No cookies are used, so no credentials are allowed; the origin
 * is named one by one and never as `*`. Whether an origin may use an agent is decided in the routes, which
 * take the permission off again when it may not.
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

/** The answer to a preflight that is allowed. */
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
