import type { MiddlewareHandler } from 'hono';
import { writeRateLimit } from '../../protocol/rate-limit.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import type { Gate } from '../upstream/gate.ts';

/**
 * Puts the three headers of section 8 on every chat answer, refusals included: the visitor's own limit where the
 * owner has set one, else what the service last said.
 */
export function rateHeaders(gate: Gate): MiddlewareHandler<ProxyEnv> {
  return async (c, next) => {
    await next();
    const rate = c.get('visitorRate') ?? gate.rate;
    if (rate) writeRateLimit(c.res.headers, rate);
  };
}
