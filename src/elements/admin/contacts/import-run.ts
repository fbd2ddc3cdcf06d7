import { pause } from '../../../client/transport/abortable.ts';
import { ClientError } from '../../../client/transport/client-error.ts';
import { CONTACTS_MAX, PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../admin-client.ts';
import { askAgain } from './ask-again.ts';
import type { ImportRow } from './check-rows.ts';

/**
 * Sends the ready rows, at most 1000 a request. The interface takes all of a request or none: where it refuses
 * one, the request is halved until the row that is at fault stands alone. What the network swallows is sent
 * again after a wait; when that does not help, the run pauses and goes on where it was.
 */
export class ImportRun {
  readonly rows: readonly ImportRow[];
  status: 'idle' | 'sending' | 'paused' | 'finished' = 'idle';
  /** Why it paused by itself. */
  fault: ClientError | undefined;
  readonly #client: AdminClient;
  readonly #onChange: () => void;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** What is still to be sent; the last is next. */
  readonly #batches: ImportRow[][] = [];
  /** Those that nobody has refused yet. */
  readonly #unrefused: Set<readonly ImportRow[]>;
  #running = new AbortController();
  /** The answer to what is sent next got lost once, also before a pause: its rows may be there. */
  #answerLost = false;

  constructor(
    client: AdminClient,
    rows: readonly ImportRow[],
    onChange: () => void,
    wait: (ms: number, signal: AbortSignal) => Promise<void> = (ms, signal) => pause(ms, signal, true),
  ) {
    this.rows = rows;
    this.#client = client;
    this.#onChange = onChange;
    this.#wait = wait;
    const ready = rows.filter(row => row.state === 'ready');
    for (let start = 0; start < ready.length; start += CONTACTS_MAX) {
      this.#batches.unshift(ready.slice(start, start + CONTACTS_MAX));
    }
    this.#unrefused = new Set(this.#batches);
  }

  /** Starts, or goes on after a pause. */
  async start(): Promise<void> {
    if (this.status === 'sending' || this.status === 'finished') return;
    this.fault = undefined;
    this.#running = new AbortController();
    this.#enter('sending');
    while (!this.#running.signal.aborted) {
      const batch = this.#batches.at(-1);
      if (!batch) return this.#enter('finished');
      try {
        await this.#send(batch);
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        this.fault = error;
        return this.#enter('paused');
      }
      this.#onChange();
    }
    this.#enter('paused');
  }

  /** Stops after the request that is on its way; at once while it waits to send one again. */
  pause(): void {
    this.#running.abort();
  }

  async #send(batch: ImportRow[]): Promise<void> {
    const error = await this.#refusalOf(batch);
    this.#batches.pop();
    this.#answerLost = false;
    if (!error) {
      for (const row of batch) row.state = 'created';
    } else if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      this.#batches.push(batch.slice(middle), batch.slice(0, middle));
    } else {
      const [row] = batch as [ImportRow];
      row.state = error.code === 'conflict' ? 'exists' : 'invalid';
      row.fault =
        error.code === 'conflict' ? { kind: 'exists' } : { kind: 'refused', message: error.message };
    }
  }

  /** Undefined when it was created; a refusal that smaller requests can narrow down; throws what needs a person. */
  async #refusalOf(batch: readonly ImportRow[]): Promise<ClientError | undefined> {
    const { signal } = this.#running;
    const contacts = batch.map(row => row.input);
    try {
      await askAgain(
        () => this.#client.createContacts(contacts),
        async (ms, error) => {
          this.#answerLost = true;
          await this.#wait(ms, signal);
          if (signal.aborted) throw error;
        },
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.code === 'conflict') return (await this.#arrived(batch)) ? undefined : error;
      if (error.code === 'invalid_request' || error.code === 'payload_too_large') return error;
      throw error;
    }
  }

  /**
   * Whether the refused rows are there because they came from here. Where the answer got lost, one of the request
   * tells it, as it is taken whole or not at all. Firefox sends a request again by itself when a connection breaks
   * that was in use before, and says nothing of it: then all of them are there, of whom none was at the check.
   */
  async #arrived(batch: readonly ImportRow[]): Promise<boolean> {
    const isFirst = this.#unrefused.delete(batch) && batch.length > 1;
    if (!this.#answerLost && !isFirst) return false;
    const missing = new Set((this.#answerLost ? batch.slice(0, 1) : batch).map(row => row.input.external_id));
    // New contacts are listed last.
    const { pages } = await this.#client.contacts(1, PER_PAGE_MAX);
    for (let page = pages.total_pages; page >= Math.max(1, pages.total_pages - 1); page--) {
      const { data } = await this.#client.contacts(page, PER_PAGE_MAX);
      for (const contact of data) missing.delete(contact.external_id);
      if (missing.size === 0) return true;
    }
    return false;
  }

  #enter(status: ImportRun['status']): void {
    this.status = status;
    this.#onChange();
  }
}
