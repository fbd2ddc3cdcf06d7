import { ClientError } from '../../../client/transport/client-error.ts';
import { PIECE_MAX, type SkipCode, type UploadState } from '../../../protocol/sources.ts';
import type { AdminClient } from '../session/admin-client.ts';
import { sendPiece } from './source-requests.ts';

export interface QueuedFile {
  readonly id: string;
  readonly file: File;
  /** Bytes that the server has. */
  sent: number;
  status: 'waiting' | 'failed' | UploadState['status'];
  reason?: SkipCode | undefined;
  /** Whether a part of it could not be read. */
  isPartial?: boolean;
  /** Why the last attempt failed. */
  error?: ClientError | undefined;
}

/** Milliseconds between two questions whether a file is read. */
const POLL_MS = 1500;

/** Sends files one after the other, in pieces. A file that failed goes on from where it broke off. */
export class UploadQueue {
  files: QueuedFile[] = [];
  readonly #client: AdminClient;
  readonly #onChange: (file: QueuedFile) => void;
  #isRunning = false;

  constructor(client: AdminClient, onChange: (file: QueuedFile) => void) {
    this.#client = client;
    this.#onChange = onChange;
  }

  /** Whether leaving the page would lose a file. */
  get isBusy(): boolean {
    return this.files.some(({ status }) => status === 'waiting' || status === 'receiving');
  }

  add(files: readonly File[]): void {
    const added = files.map(
      (file): QueuedFile => ({ id: crypto.randomUUID(), file, sent: 0, status: 'waiting' }),
    );
    this.files = [...this.files, ...added];
    void this.#run();
  }

  retry(file: QueuedFile): void {
    file.error = undefined;
    file.status = 'waiting';
    void this.#run();
  }

  /** Takes a file that is finished, or failed, off the list. */
  remove(file: QueuedFile): void {
    this.files = this.files.filter(other => other !== file);
    this.#onChange(file);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (;;) {
      const next = this.files.find(({ status }) => status === 'waiting');
      if (!next) break;
      await this.#send(next);
    }
    this.#isRunning = false;
  }

  async #send(queued: QueuedFile): Promise<void> {
    queued.status = 'receiving';
    this.#onChange(queued);
    try {
      while (queued.status === 'receiving' || queued.status === 'reading') {
        if (queued.status === 'reading') await pause(POLL_MS);
        const state = await sendPiece(this.#client, queued.id, {
          name: queued.file.name,
          size: queued.file.size,
          offset: queued.sent,
          data: await base64Of(queued.file.slice(queued.sent, queued.sent + PIECE_MAX)),
        });
        queued.sent = state.received;
        queued.status = state.status;
        queued.reason = state.reason;
        queued.isPartial = state.warning !== undefined;
        this.#onChange(queued);
      }
    } catch (error) {
      queued.status = 'failed';
      queued.error =
        error instanceof ClientError ? error : new ClientError('unreadable', 'the file cannot be read');
      this.#onChange(queued);
    }
  }
}

/** @throws DOMException if the file has been removed meanwhile */
async function base64Of(blob: Blob): Promise<string> {
  if (blob.size === 0) return '';
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

async function pause(ms: number): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, ms));
}
