import type { Logger } from '../operations/logger.ts';
import { faultOf } from '../operations/logger.ts';
import { type DayUsage, sum, type UsageStore } from './usage-store.ts';

/** Milliseconds between writes: counting must not cost a write for each message. */
const FLUSH_MS = 2000;
/** Agents a day that are counted before they have answered: who writes an address can make up any number of ids. */
const UNPROVEN_MAX = 1000;

/** Counts in memory and hands the sums to the store now and then. */
export class UsageCounter {
  readonly #store: UsageStore;
  readonly #logger: Logger;
  #pending = new Map<string, { agentId: string; usage: DayUsage }>();
  #unproven = new Set<string>();
  #unprovenOn = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: UsageStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  count(agentId: string, counts: Partial<Omit<DayUsage, 'day'>>): void {
    const day = new Date().toISOString().slice(0, 10);
    if (!counts.replies && !counts.credits && this.#tooMany(agentId, day)) return;
    this.#add(agentId, { day, requests: 0, replies: 0, failures: 0, unanswered: 0, credits: 0, ...counts });
  }

  #add(agentId: string, usage: DayUsage): void {
    const key = `${agentId} ${usage.day}`;
    this.#pending.set(key, { agentId, usage: sum(this.#pending.get(key)?.usage, usage) });
    if (this.#timer) return;
    this.#timer = setTimeout(() => void this.flush(), FLUSH_MS);
    this.#timer.unref?.();
  }

  #tooMany(agentId: string, day: string): boolean {
    if (day !== this.#unprovenOn) {
      this.#unprovenOn = day;
      this.#unproven = new Set();
    }
    if (this.#unproven.size >= UNPROVEN_MAX) return !this.#unproven.has(agentId);
    this.#unproven.add(agentId);
    return false;
  }

  /** Credits that were counted in this calendar month, in UTC. */
  async creditsThisMonth(): Promise<number> {
    await this.save();
    return this.#store.credits(new Date().toISOString().replace(/\d\dT.*/, '01'));
  }

  /** Writes what is pending, and says in the log when it cannot. */
  async flush(): Promise<void> {
    await this.save().catch(error => {
      this.#logger.warn({ ...faultOf(error) }, 'usage could not be written');
    });
  }

  /** The same for somebody who reads it next. @throws where it cannot be written; it is tried again at the next time. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    try {
      for (const [key, { agentId, usage }] of pending) {
        await this.#store.add(agentId, usage);
        pending.delete(key);
      }
    } catch (error) {
      // One try for all: a store that says nothing is waited for each time.
      for (const { agentId, usage } of pending.values()) this.#add(agentId, usage);
      throw error;
    }
  }

  /** Writes what is pending a last time; what cannot be written is lost. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }
}
