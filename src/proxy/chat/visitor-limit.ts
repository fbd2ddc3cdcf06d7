import type { Context, MiddlewareHandler } from 'hono';
import { limitReached, type RateLimiter } from '../../limits/rate-limiter.ts';
import { RATE_LIMIT_LEAST } from '../../protocol/limits.ts';
import { writeRateLimit } from '../../protocol/rate-limit.ts';
import type { AuthorizedAgent } from '../access/agent-access.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import type { Gate } from '../upstream/gate.ts';

const TOO_MANY = 'You have sent many messages in a short time. Please wait a moment.';

/** The owner's limit on the messages of one address (setting `rateLimit`). */
export class VisitorLimit {
  readonly #limiter: RateLimiter;
  readonly #gate: Gate;

  constructor(limiter: RateLimiter, gate: Gate) {
    this.#limiter = limiter;
    this.#gate = gate;
  }

  /** Counts a new message. @throws ProtocolError `rate_limited` with the owner's own words */
  async take(c: Context<ProxyEnv>, { settings }: AuthorizedAgent): Promise<void> {
    const limit = c.get('visitorLimit');
    if (!limit) return;
    const taken = await this.#limiter.take(limit.name, limit.count, limit.seconds);
    c.set('visitorRate', taken);
    if (!taken.accepted) throw limitReached(taken, settings.rateLimit?.message || TOO_MANY);
  }

  /**
   * Sets the three headers of docs/interface.md section 8 on every chat answer, refusals included: the visitor's own limit if the owner
   * has set one, else what the service last reported, and before its first answer the limit of the smallest plan.
   */
  readonly headers: MiddlewareHandler<ProxyEnv> = async (c, next) => {
    await next();
    const limit = c.get('visitorLimit');
    const rate =
      c.get('visitorRate') ?? (limit && (await this.#limiter.look(limit.name, limit.count, limit.seconds)));
    writeRateLimit(c.res.headers, rate ?? this.#gate.rate ?? this.#gate.rateWith(RATE_LIMIT_LEAST));
  };
}
