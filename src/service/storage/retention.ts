import { setImmediate } from 'node:timers/promises';
import type { ServiceLogger } from '../contract.ts';
import { describeError } from '../errors.ts';
import { now } from './clock.ts';
import { deleteConversations } from './conversations.ts';
import type { MessageIndex } from './engine.ts';
import type { Database } from './tables.ts';
import { purgeAnswers } from './taught-answers.ts';

const DAY_SECONDS = 86_400;
const SWEEP_MS = 3_600_000;
const BATCH_SIZE = 100;

/**
 * Deletes conversations without a message for a number of days, and answers that were deleted long ago: at start, and then
 * every hour.
 */
export class Retention {
  readonly #database: Database;
  readonly #index: MessageIndex;
  readonly #seconds: number;
  readonly #logger: ServiceLogger | undefined;
  readonly #timer: NodeJS.Timeout;
  #work: Promise<void>;
  #closed = false;

  constructor(database: Database, index: MessageIndex, days: number, logger: ServiceLogger | undefined) {
    this.#database = database;
    this.#index = index;
    this.#seconds = days * DAY_SECONDS;
    this.#logger = logger;
    this.#work = this.#sweep();
    this.#timer = setInterval(() => {
      this.#work = this.#work.then(() => this.#sweep());
    }, SWEEP_MS).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#work;
  }

  async #sweep(): Promise<void> {
    const before = now() - this.#seconds;
    let deleted = 0;
    try {
      await purgeAnswers(this.#database);
      for (let count = BATCH_SIZE; count > 0 && !this.#closed; deleted += count) {
        count = await deleteConversations(this.#database, this.#index, before, BATCH_SIZE);
        // SQLite answers without yielding to the event loop, and there may be years of conversations.
        await setImmediate();
      }
      if (deleted > 0) this.#logger?.info({ deleted }, 'deleted old conversations');
    } catch (error) {
      this.#logger?.warn({ deleted, reason: describeError(error) }, 'could not delete old conversations');
    }
  }
}
