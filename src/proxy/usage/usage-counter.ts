import { isEmptyReply } from '../../protocol/conversations.ts';
import { ANSWER_HEADER, NO_ANSWER } from '../../protocol/extension-headers.ts';
import type { AssistantMessage } from '../../protocol/message.ts';
import { faultOf, type Logger } from '../operations/logger.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { type DayUsage, sum, type UsageStore } from './usage-store.ts';

/** Milliseconds between writes, so that a message does not cost a write. */
const FLUSH_MS = 2000;
/** Agents that are counted in a day before they have answered; anybody can make up ids. */
const UNPROVEN_MAX = 1000;

/** Counts in memory and writes the sums to the store every two seconds. */
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

  /** Credits of this calendar month, in UTC. */
  async creditsThisMonth(): Promise<number> {
    await this.save();
    return this.#store.credits(new Date().toISOString().replace(/\d\dT.*/, '01'));
  }

  /** Writes what is pending; a failure is logged. */
  async flush(): Promise<void> {
    await this.save().catch(error => {
      this.#logger.warn({ ...faultOf(error) }, 'usage could not be written');
    });
  }

  /** Writes what is pending, to be read next. @throws if it cannot be written; it stays pending */
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
      // No further attempt now: each one may wait for a timeout.
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

/**
 * Whether a complete reply has no answer: the service reports that it found none, the reply is empty, or the model's
 * provider withheld it. "I don't know" of a model cannot be recognized, and a thumb down is an opinion: neither counts.
 */
export function isUnanswered(
  head: UpstreamAnswer['headers'],
  { parts, metadata }: AssistantMessage,
): boolean {
  return head.get(ANSWER_HEADER) === NO_ANSWER || isEmptyReply(parts, metadata.finishReason);
}
