import { isDeepStrictEqual } from 'node:util';
import { addressBucket } from '../../limits/client-address.ts';
import { type RateLimiter, rateOf, type Taken } from '../../limits/rate-limiter.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { RATE_LIMIT_LEAST } from '../../protocol/limits.ts';
import { writeRateLimit } from '../../protocol/rate-limit.ts';
import { defaultSettings } from '../../protocol/settings.ts';
import { isAllowed } from '../access/allowlist.ts';
import { readBearer } from '../access/api-key.ts';
import { type Agent, findAgent } from '../storage/agents.ts';
import { findKey, type KnownKey } from '../storage/keys.ts';
import type { Database } from '../storage/tables.ts';

/** Requests a minute without a valid key that get a 401, for each client address. More get a 429. */
const ANONYMOUS_LIMIT = 600;

const DEFAULT_RULE = defaultSettings().rateLimit;

/** Authentication, authorization and rate limits, sections 5 and 8. Call `authenticate` before `authorize`. */
export class Admission {
  readonly #database: Database;
  readonly #limit: RateLimiter;

  constructor(database: Database, limit: RateLimiter) {
    this.#database = database;
    this.#limit = limit;
  }

  /**
   * The API key of a request, docs/interface.md section 5. Counts no request: chat routes call `countRequest`.
   * @throws ProtocolError `unauthorized`; `forbidden`; `rate_limited` after too many wrong keys
   */
  async authenticate(
    headers: Headers,
    address: string | undefined,
    response: Headers = new Headers(),
  ): Promise<KnownKey> {
    setDefaults(response, RATE_LIMIT_LEAST);
    const bearer = readBearer(headers.get('Authorization'));
    const key = bearer === undefined ? undefined : await findKey(this.#database, bearer);
    if (!key) {
      const taken = await this.#limit.take(anonymousName(address), ANONYMOUS_LIMIT);
      writeRateLimit(response, taken);
      if (!taken.accepted) throw rateLimited(taken);
      throw new ProtocolError('unauthorized', 'The API key is missing or not valid.');
    }
    if (!isAllowed(key.allowlist, address)) {
      // Not counted: somebody who stole a key must not use up its owner's requests.
      writeRateLimit(response, await this.#limit.look(limitName(key), key.plan.requests_per_minute));
      throw new ProtocolError('forbidden', 'The API key may not be used from this address.');
    }
    return key;
  }

  /** Counts a chat request, docs/interface.md section 8, whatever its outcome. @throws ProtocolError `rate_limited` */
  async countRequest(key: KnownKey, response: Headers): Promise<void> {
    setDefaults(response, key.plan.requests_per_minute);
    const taken = await this.#limit.take(limitName(key), key.plan.requests_per_minute);
    writeRateLimit(response, taken);
    if (!taken.accepted) throw rateLimited(taken);
  }

  /** Sets the rate limit headers for a caller without a key. Counts nothing. */
  async show(address: string | undefined, response: Headers): Promise<void> {
    setDefaults(response, ANONYMOUS_LIMIT);
    writeRateLimit(response, await this.#limit.look(anonymousName(address), ANONYMOUS_LIMIT));
  }

  /** @throws ProtocolError 503 while requests cannot be counted */
  async ready(): Promise<void> {
    await this.#limit.look('ready', 1);
  }

  /** The agent. @throws ProtocolError `not_found`; `forbidden` for an agent of another workspace */
  async authorize(key: KnownKey, agentId: string): Promise<Agent> {
    const agent = await findAgent(this.#database, agentId);
    if (!agent) throw new ProtocolError('not_found', 'No agent has this id.');
    if (agent.workspaceId !== key.workspaceId) {
      throw new ProtocolError('forbidden', 'The API key does not belong to this agent.');
    }
    return agent;
  }

  /**
   * Applies the agent's `rateLimit` setting to the client address, unless it is still that of a new agent: that one is
   * for visitors, whom the proxy counts, while a server with a key sends all its messages from one address.
   * @throws ProtocolError `rate_limited`
   */
  async limitVisitor(agent: Agent, address: string | undefined): Promise<void> {
    const rule = agent.settings.rateLimit;
    if (!rule || isDeepStrictEqual(rule, DEFAULT_RULE)) return;
    const name = `visitor:${agent.id}:${addressBucket(address)}`;
    const taken = await this.#limit.take(name, rule.messages, rule.seconds);
    if (!taken.accepted) throw rateLimited(taken, rule.message);
  }
}

/** Sets the headers that stay if the request cannot be counted: nothing is left for a second. */
function setDefaults(response: Headers, limit: number): void {
  writeRateLimit(response, rateOf(limit, limit, 1000));
}

function anonymousName(address: string | undefined): string {
  return `anonymous:${addressBucket(address)}`;
}

function limitName(key: KnownKey): string {
  return `key:${key.id}`;
}

function rateLimited({ retryAfter, limit }: Taken, message?: string): ProtocolError {
  const text = message || `Too many requests (the limit is ${limit}). Please wait a moment.`;
  return new ProtocolError('rate_limited', text, { retryAfter });
}
