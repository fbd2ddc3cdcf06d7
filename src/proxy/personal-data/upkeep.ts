import { ProtocolError } from '../../protocol/errors.ts';
import type { Person } from '../../protocol/personal-data.ts';
import type { Voters } from '../access/voters.ts';
import { faultOf, type Logger } from '../operations/logger.ts';
import { isNode } from '../runtime.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { UsageStore } from '../usage/usage-store.ts';
import type { Erasures } from './erasures.ts';

export interface UpkeepOptions {
  erasures: Erasures;
  usage: UsageStore;
  voters: Voters;
  upstream: Upstream;
  logger: Logger;
}

/** Between two looks for erasures that were interrupted, by a crash or because the service was away. */
const INTERVAL_MS = 60_000;
const TIMEOUT_MS = 5 * 60_000;
/** Younger ones may still be under way, in another instance. */
const UNDERWAY_SECONDS = 600;

/** Completes interrupted erasures, and renames the voters of earlier versions, beside the requests. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #leave = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  #work: Promise<void>;

  constructor(options: UpkeepOptions) {
    this.#options = options;
    this.#work = this.#rekey().then(() => this.#resume(0));
    // Other runtimes allow no work outside of a request, and store nothing that outlasts one.
    if (!isNode()) return;
    this.#timer = setInterval(() => {
      this.#work = this.#work.then(() => this.#resume(UNDERWAY_SECONDS));
    }, INTERVAL_MS);
    this.#timer.unref?.();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#leave.abort();
    await this.#work;
  }

  async #rekey(): Promise<void> {
    const { usage, voters, logger } = this.#options;
    await usage
      .rekeyVoters(voter => voters.keyOf(voter))
      .catch(error => {
        logger.warn({ ...faultOf(error) }, 'ratings of an earlier version keep their plain digests for now');
      });
  }

  async #resume(seconds: number): Promise<void> {
    const { erasures, logger } = this.#options;
    if (this.#leave.signal.aborted) return;
    try {
      const completed = await erasures.resume(this.#forget, seconds);
      if (completed > 0) logger.info({ completed }, 'completed erasures that were interrupted');
    } catch (error) {
      if (!this.#leave.signal.aborted)
        logger.warn({ ...faultOf(error) }, 'an interrupted erasure cannot be completed now');
    }
  }

  readonly #forget = async (agentId: string, person: Person): Promise<void> => {
    const signal = AbortSignal.any([this.#leave.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = await this.#options.upstream.personalData(agentId, 'delete', person, signal);
    answer.body.cancel();
    if (answer.status === 404) throw new ProtocolError('not_found', 'the service does not have the agent');
    if (!answer.ok) throw new Error(`the service answers ${answer.status}`);
  };
}
