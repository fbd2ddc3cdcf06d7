import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../../databases/with-timeout.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { Gauges, Metrics, ReplyEnding } from './metrics.ts';

const PREFIX = 'agent_chat_proxy_';
const FIRST_TOKEN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];
const REPLY_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];
const REQUEST_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

let ofProcess: Registry | undefined;

/** CPU, memory, garbage collection and event loop. Measured once for all proxies, from the first request for metrics on. */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** A registry of its own for each proxy: two in one process count apart. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('requests_total', 'Requests answered', ['route', 'status']);
  readonly #seconds = new Histogram({
    name: `${PREFIX}request_seconds`,
    help: 'Seconds until the head of the answer',
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
    registers: [this.#registry],
  });
  readonly #refusals = this.#counter('refusals_total', 'Requests refused, by error code', ['code']);
  readonly #firstToken = new Histogram({
    name: `${PREFIX}first_token_seconds`,
    help: "Seconds from a message's start upstream to its first token",
    buckets: FIRST_TOKEN_SECONDS,
    registers: [this.#registry],
  });
  readonly #replies = this.#counter('replies_total', 'Replies ended, by outcome', ['outcome']);
  readonly #replySeconds = new Histogram({
    name: `${PREFIX}reply_seconds`,
    help: "Seconds from a message's start to the end of its reply",
    labelNames: ['outcome'],
    buckets: REPLY_SECONDS,
    registers: [this.#registry],
  });
  readonly #tokens = this.#counter('tokens_total', 'Token events passed on');
  readonly #retries = this.#counter('upstream_retries_total', 'Messages asked again after a failure');
  readonly #upstream = this.#counter('upstream_refusals_total', 'Refusals of the service (0: none came)', [
    'status',
  ]);
  readonly #credits = this.#counter('credits_spent_total', 'Credits the service charged');
  readonly #streams = new Gauge({
    name: `${PREFIX}streams_open`,
    help: 'Streams visitors have open',
    registers: [this.#registry],
  });

  constructor(gauges: Gauges) {
    this.#gauge('replies_running', 'Replies being written', gauges.running);
    this.#gauge('messages_waiting', 'Messages waiting for the service to have room', gauges.waiting);
    this.#gauge(
      'upstream_requests_remaining',
      'Requests the service has room for in this window',
      () => gauges.rate()?.remaining ?? Number.NaN,
    );
    const { creditsLeft } = gauges;
    if (creditsLeft) {
      // A store that cannot be reached, or says nothing, must not take the other numbers with it.
      const read = (): Promise<number> => withTimeout(creditsLeft()).catch(() => Number.NaN);
      this.#gauge('credits_left', "Credits left of this month's", read);
    }
  }

  request(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status: String(status) });
    this.#seconds.observe({ route }, seconds);
  }
  refused(code: ErrorCode): void {
    this.#refusals.inc({ code });
  }
  firstToken(seconds: number): void {
    this.#firstToken.observe(seconds);
  }
  tokens(count: number): void {
    this.#tokens.inc(count);
  }
  replyEnded(outcome: ReplyEnding, seconds: number): void {
    this.#replies.inc({ outcome });
    this.#replySeconds.observe({ outcome }, seconds);
  }
  replyOpened(): void {
    this.#streams.inc();
  }
  replyClosed(): void {
    this.#streams.dec();
  }
  retried(): void {
    this.#retries.inc();
  }
  upstreamRefused(status: number): void {
    this.#upstream.inc({ status: String(status) });
  }
  credits(spent: number): void {
    this.#credits.inc(Math.max(0, spent));
  }
  async expose(): Promise<{ type: string; text: string }> {
    return {
      type: this.#registry.contentType,
      text: await Registry.merge([this.#registry, processMetrics()]).metrics(),
    };
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}
