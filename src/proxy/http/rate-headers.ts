import type { MiddlewareHandler } from 'hono';
import { RATE_LIMIT_LEAST } from '../../protocol/limits.ts';
import { writeRateLimit } from '../../protocol/rate-limit.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';

/**
 * Puts the three headers of section 8 on every chat answer, refusals included: the visitor's own limit where the
 * owner has set one, else what the service last said, and until it has, the limit of its smallest plan.
 */
export function rateHeaders({ gate, limits }: Parts): MiddlewareHandler<ProxyEnv> {
  return async (c, next) => {
    await next();
    const limit = c.get('visitorLimit');
    const visitorRate =
      c.get('visitorRate') ?? (limit && (await limits.look(limit.name, limit.count, limit.seconds)));
    writeRateLimit(c.res.headers, visitorRate ?? gate.rate ?? gate.rateWith(RATE_LIMIT_LEAST));
  };
}
