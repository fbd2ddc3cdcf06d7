import { pause } from '../../../client/transport/abortable.ts';
import { ClientError } from '../../../client/transport/client-error.ts';
import { CONTACTS_MAX, PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../session/admin-client.ts';
import type { ImportRow } from './check-rows.ts';
import { retry } from './contact-requests.ts';

/**
 * Sends the ready rows, up to 1000 per request. The interface accepts all of a request or none, so a refused request is
 * halved until the refused row is alone. Network errors are retried; if that fails, the run pauses and can resume.
 */
export class ImportRun {
  readonly rows: readonly ImportRow[];
  status: 'idle' | 'sending' | 'paused' | 'finished' = 'idle';
  /** The error that paused the run. */
  fault: ClientError | undefined;
  readonly #client: AdminClient;
  readonly #onChange: () => void;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Rows to send; the last batch is next. */
  readonly #batches: ImportRow[][] = [];
  /** Batches that were not refused yet. */
  readonly #unrefused: Set<readonly ImportRow[]>;
  #running = new AbortController();
  /** The response to the next batch got lost once, also before a pause. Its rows may exist already. */
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

  /** Starts, or resumes after a pause. */
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

  /** Pauses after the current request, or at once during a wait for a retry. */
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

  /** @returns undefined if created, or a refusal that smaller requests can narrow down @throws ClientError any other */
  async #refusalOf(batch: readonly ImportRow[]): Promise<ClientError | undefined> {
    const { signal } = this.#running;
    const contacts = batch.map(row => row.input);
    try {
      await retry(
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
      if (error.code === 'conflict') return (await this.#wasCreated(batch)) ? undefined : error;
      if (error.code === 'invalid_request' || error.code === 'payload_too_large') return error;
      throw error;
    }
  }

  /**
   * Whether refused rows exist because an earlier request of this run created them. After a lost response it is enough
   * to look for one row, as a request is accepted whole or not at all. Firefox also repeats a request on its own when a
   * reused connection breaks; then all rows exist though none did at the check.
   */
  async #wasCreated(batch: readonly ImportRow[]): Promise<boolean> {
    const isFirst = this.#unrefused.delete(batch) && batch.length > 1;
    if (!this.#answerLost && !isFirst) return false;
    const missing = new Set((this.#answerLost ? batch.slice(0, 1) : batch).map(row => row.input.external_id));
    // New contacts are on the last pages.
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
