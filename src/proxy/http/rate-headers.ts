import type { MiddlewareHandler } from 'hono';
import { RATE_LIMIT_LEAST } from '../../protocol/limits.ts';
import { writeRateLimit } from '../../protocol/rate-limit.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import type { Gate } from '../upstream/gate.ts';

/**
 * Puts the three headers of section 8 on every chat answer, refusals included: the visitor's own limit where the
 * owner has set one, else what the service last said, and until it has, the limit of its smallest plan.
 */
export function rateHeaders(gate: Gate): MiddlewareHandler<ProxyEnv> {
  return async (c, next) => {
    await next();
    writeRateLimit(c.res.headers, c.get('visitorRate') ?? gate.rate ?? gate.rateWith(RATE_LIMIT_LEAST));
  };
}
