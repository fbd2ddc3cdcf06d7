import { setImmediate as others } from 'node:timers/promises';
import type { ServiceLogger } from '../contract.ts';
import { describeFault } from '../fault.ts';
import { now } from './clock.ts';
import { deleteConversations } from './conversations.ts';
import type { Database } from './tables.ts';

const DAY_SECONDS = 86_400;
const SWEEP_MS = 3_600_000;
const AT_ONCE = 100;

/** Deletes conversations once nobody has gone on with them for so many days: at the start, and then every hour. */
export class Retention {
  readonly #database: Database;
  readonly #seconds: number;
  readonly #logger: ServiceLogger | undefined;
  readonly #timer: NodeJS.Timeout;
  #work: Promise<void>;
  #closed = false;

  constructor(database: Database, days: number, logger: ServiceLogger | undefined) {
    this.#database = database;
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
      for (let some = AT_ONCE; some > 0 && !this.#closed; deleted += some) {
        some = await deleteConversations(this.#database, before, AT_ONCE);
        // SQLite answers without a turn of the event loop, and years of conversations may be waiting.
        await others();
      }
      if (deleted > 0) this.#logger?.info({ deleted }, 'deleted conversations that nobody has gone on with');
    } catch (error) {
      this.#logger?.warn(
        { deleted, reason: describeFault(error) },
        'old conversations could not be deleted now',
      );
    }
  }
}
