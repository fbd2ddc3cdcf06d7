import type { ErrorCode } from '../../protocol/errors.ts';

/** What an operator counts. The default counts nothing, for runtimes without a place to ask for the numbers. */
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

export const countNothing: Metrics = {
  request() {},
  refused() {},
  firstToken() {},
  tokens() {},
  replyOpened() {},
  replyClosed() {},
  retried() {},
  upstreamRefused() {},
  credits() {},
  expose: async () => undefined,
};
