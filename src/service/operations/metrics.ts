import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../../databases/with-timeout.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { PoolState } from '../storage/engine.ts';
import type { Database } from '../storage/tables.ts';

/**
 * How a reply ended. `left`: its reader left, and what was sent so far is stored. `refused`: before any work, as without
 * credits.
 */
export type ReplyEnding = 'done' | 'left' | 'refused' | 'failed';

/** Read when the metrics are exposed. */
export interface ServiceGauges {
  database: Database;
  /** Undefined for a database without connections. */
  pool: (() => PoolState) | undefined;
  running: () => number;
  isReading: () => boolean;
}

const PREFIX = 'agent_chat_service_';
const REQUEST_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];
const FIRST_TOKEN_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];
const REPLY_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

let ofProcess: Registry | undefined;

/** CPU, memory, garbage collection and event loop. Measured once for all services, from the first request for metrics on. */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Counts for the operator, in the Prometheus format. */
export class ServiceMetrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('requests_total', 'Requests answered', ['route', 'status']);
  readonly #requestSeconds = this.#histogram(
    'request_seconds',
    'Seconds until the head of the answer',
    REQUEST_SECONDS,
    ['route'],
  );
  readonly #refusals = this.#counter('refusals_total', 'Requests refused, by error code', ['code']);
  readonly #replies = this.#counter('replies_total', 'Replies ended, by outcome', ['outcome']);
  readonly #replySeconds = this.#histogram('reply_seconds', 'Seconds of whole replies', REPLY_SECONDS, [
    'outcome',
  ]);
  readonly #firstToken = this.#histogram(
    'first_token_seconds',
    'Seconds from a message to the first token of its reply',
    FIRST_TOKEN_SECONDS,
  );
  readonly #credits = this.#counter('credits_spent_total', 'Credits charged');
  readonly #modelFailures = this.#counter(
    'model_failures_total',
    'Questions the model did not answer, by status of its endpoint (0: none came)',
    ['status'],
  );

  constructor({ database, pool, running, isReading }: ServiceGauges) {
    this.#gauge('replies_running', 'Replies being written', running);
    if (pool) {
      this.#gauge('database_connections', 'Connections to the database', () => pool().open);
      this.#gauge('database_connections_idle', 'Connections that nothing uses', () => pool().idle);
      this.#gauge('database_waiting', 'Statements that wait for a connection', () => pool().waiting);
    }
    const count = (table: 'documents' | 'passages') => async (): Promise<number> => {
      const rows = database.selectFrom(table).select(eb => eb.fn.countAll<number>().as('count'));
      // A database that cannot be reached must not take the other numbers with it.
      return await withTimeout(rows.executeTakeFirstOrThrow()).then(
        row => Number(row.count),
        () => Number.NaN,
      );
    };
    this.#gauge('documents', 'Documents of all agents', count('documents'));
    this.#gauge('passages', 'Passages of all documents', count('passages'));
    this.#gauge('reading_documents', '1 while folders of documents are read', () => Number(isReading()));
  }

  request(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status: String(status) });
    this.#requestSeconds.observe({ route }, seconds);
  }
  refused(code: ErrorCode): void {
    this.#refusals.inc({ code });
  }
  replyEnded(outcome: ReplyEnding, seconds: number): void {
    this.#replies.inc({ outcome });
    this.#replySeconds.observe({ outcome }, seconds);
  }
  firstToken(seconds: number): void {
    this.#firstToken.observe(seconds);
  }
  credits(spent: number): void {
    this.#credits.inc(spent);
  }
  modelFailed(status: number): void {
    this.#modelFailures.inc({ status: String(status) });
  }
  async expose(): Promise<{ type: string; text: string }> {
    const all = Registry.merge([this.#registry, processMetrics()]);
    return { type: this.#registry.contentType, text: await all.metrics() };
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string, buckets: number[], labelNames: string[] = []): Histogram {
    return new Histogram({ name: PREFIX + name, help, buckets, labelNames, registers: [this.#registry] });
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
