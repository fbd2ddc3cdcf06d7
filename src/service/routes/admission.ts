import { addressBucket } from '../../limits/client-address.ts';
import { type RateLimiter, rateOf, type Taken } from '../../limits/rate-limiter.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { RATE_LIMIT_LEAST } from '../../protocol/limits.ts';
import { writeRateLimit } from '../../protocol/rate-limit.ts';
import { isAllowed } from '../access/allowlist.ts';
import { readBearer } from '../access/api-key.ts';
import { type Agent, findAgent } from '../storage/agents.ts';
import { findKey, type KnownKey } from '../storage/keys.ts';
import type { Database } from '../storage/tables.ts';

/** Requests a minute without a valid key that one address gets a 401 for; more of them get a 429. */
const STRANGER_LIMIT = 600;

/** Who may ask what, sections 5 and 8: `authenticate` first, then `authorize`. */
export class Admission {
  readonly #database: Database;
  readonly #limit: RateLimiter;

  constructor(database: Database, limit: RateLimiter) {
    this.#database = database;
    this.#limit = limit;
  }

  /**
   * The key of a request, section 5. Counts nothing: a chat counts its requests with `countRequest`.
   * @throws ProtocolError `unauthorized`, `forbidden`; `rate_limited` for a flood of wrong keys.
   */
  async authenticate(
    headers: Headers,
    address: string | undefined,
    answer: Headers = new Headers(),
  ): Promise<KnownKey> {
    announce(answer, RATE_LIMIT_LEAST);
    const bearer = readBearer(headers.get('Authorization'));
    const key = bearer === undefined ? undefined : await findKey(this.#database, bearer);
    if (!key) {
      const taken = await this.#limit.take(strangerName(address), STRANGER_LIMIT);
      writeRateLimit(answer, taken);
      if (!taken.accepted) throw tooMany(taken);
      throw new ProtocolError('unauthorized', 'The API key is missing or not valid.');
    }
    if (!isAllowed(key.allowlist, address)) {
      // Shown, not counted: whoever stole a key must not be able to use up its owner's requests.
      writeRateLimit(answer, await this.#limit.look(limitName(key), key.plan.requests_per_minute));
      throw new ProtocolError('forbidden', 'This address may not use the API key.');
    }
    return key;
  }

  /** Counts a chat request, section 8, whatever its answer will be. @throws ProtocolError `rate_limited`. */
  async countRequest(key: KnownKey, answer: Headers): Promise<void> {
    announce(answer, key.plan.requests_per_minute);
    const taken = await this.#limit.take(limitName(key), key.plan.requests_per_minute);
    writeRateLimit(answer, taken);
    if (!taken.accepted) throw tooMany(taken);
  }

  /** Tells a caller who has not said who he is his limit, and counts nothing. */
  async show(address: string | undefined, answer: Headers): Promise<void> {
    announce(answer, STRANGER_LIMIT);
    writeRateLimit(answer, await this.#limit.look(strangerName(address), STRANGER_LIMIT));
  }

  /** @throws ProtocolError 503 when requests can't be counted now. */
  async ready(): Promise<void> {
    await this.#limit.look('ready', 1);
  }

  /** The agent, if the key opens it. @throws ProtocolError `not_found`, `forbidden` for another workspace's. */
  async authorize(key: KnownKey, agentId: string): Promise<Agent> {
    const agent = await findAgent(this.#database, agentId);
    if (!agent) throw new ProtocolError('not_found', 'There is no agent of this id.');
    if (agent.workspaceId !== key.workspaceId) {
      throw new ProtocolError('forbidden', 'The API key does not open this agent.');
    }
    return agent;
  }

  /** The agent's own `rateLimit` setting, applied to the caller's address. @throws ProtocolError `rate_limited`. */
  async limitVisitor(agent: Agent, address: string | undefined): Promise<void> {
    const rule = agent.settings.rateLimit;
    if (!rule) return;
    const name = `visitor:${agent.id}:${addressBucket(address)}`;
    const taken = await this.#limit.take(name, rule.messages, rule.seconds);
    if (!taken.accepted) throw tooMany(taken, rule.message);
  }
}

/** What an answer says until its request is counted, should that not be possible now: nothing is left for a second. */
function announce(answer: Headers, limit: number): void {
  writeRateLimit(answer, rateOf(limit, limit, 1000));
}

function strangerName(address: string | undefined): string {
  return `stranger:${addressBucket(address)}`;
}

function limitName(key: KnownKey): string {
  return `key:${key.id}`;
}

function tooMany({ retryAfter, limit }: Taken, message?: string): ProtocolError {
  const text = message || `Too many requests (the limit is ${limit}). Please wait a moment.`;
  return new ProtocolError('rate_limited', text, { retryAfter });
}
