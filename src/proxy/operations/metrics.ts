import type { ErrorCode } from '../../protocol/errors.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';

/** What an operator counts. */
export interface Metrics {
  request(route: string, status: number, seconds: number): void;
  refused(code: ErrorCode): void;
  firstToken(seconds: number): void;
  tokens(count: number): void;
  replyOpened(): void;
  replyClosed(): void;
  retried(): void;
  upstreamRefused(status: number): void;
  credits(spent: number): void;
  /** Prometheus text, and its content type. Undefined when nothing is counted. */
  expose(): Promise<{ type: string; text: string } | undefined>;
}

/** What is read at the moment somebody asks. */
export interface Gauges {
  running: () => number;
  waiting: () => number;
  rate: () => RateLimit | undefined;
  /** Undefined where nobody has said how many there are. */
  creditsLeft: (() => Promise<number>) | undefined;
}
