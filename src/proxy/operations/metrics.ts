import type { ErrorCode } from '../../protocol/errors.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';

/** How a reply ended. `refused`: before its first event. */
export type ReplyEnding = 'done' | 'stopped' | 'interrupted' | 'refused';

/** Counts for the operator. */
export interface Metrics {
  request(route: string, status: number, seconds: number): void;
  refused(code: ErrorCode): void;
  firstToken(seconds: number): void;
  tokens(count: number): void;
  /** @param seconds from the start of the message, waiting included */
  replyEnded(outcome: ReplyEnding, seconds: number): void;
  replyOpened(): void;
  replyClosed(): void;
  retried(): void;
  upstreamRefused(status: number): void;
  credits(spent: number): void;
  /** Prometheus text, and its content type. Undefined when nothing is counted. */
  expose(): Promise<{ type: string; text: string } | undefined>;
}

/** Read when the metrics are exposed. */
export interface Gauges {
  running: () => number;
  waiting: () => number;
  rate: () => RateLimit | undefined;
  /** Undefined if the number of credits is not configured. */
  creditsLeft: (() => Promise<number>) | undefined;
}

/** For runtimes where nothing is counted. */
export const noMetrics: Metrics = {
  request() {},
  refused() {},
  firstToken() {},
  tokens() {},
  replyEnded() {},
  replyOpened() {},
  replyClosed() {},
  retried() {},
  upstreamRefused() {},
  credits() {},
  expose: async () => undefined,
};
