import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { invalidField } from '../../../protocol/errors.ts';
import type { SkipCode, UploadPiece, UploadState } from '../../../protocol/sources.ts';
import { UPLOADS } from '../../../protocol/sources.ts';
import type { ServiceLogger } from '../../contract.ts';
import { describeError } from '../../errors.ts';
import type { Database } from '../../storage/tables.ts';
import {
  addPiece,
  claimUpload,
  findUpload,
  forgetUploads,
  keepUpload,
  purgeUploads,
  refuseUpload,
  releaseUpload,
  type Upload,
  unindexedUploads,
  uploadBytes,
} from '../../storage/uploads.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { isReadable, readDocument, refuseEmpty } from '../reading/read-document.ts';
import { readingLimits } from '../reading/reading-limits.ts';
import { Unreadable } from '../reading/unreadable.ts';

/** How long the request with the last piece waits for the file to be read. */
const WAIT_MS = 10_000;

export interface UploadsOptions {
  database: Database;
  store: PassageStore;
  logger: ServiceLogger | undefined;
  /** Called when an agent has a document of its owner's. */
  onStored: (agentId: string) => Promise<void>;
}

/**
 * Files that the owner uploads, piece by piece. They are stored in the database, so that every process has them and a
 * backup contains them, and are read by the same readers as the files of a folder.
 */
export class Uploads {
  readonly #database: Database;
  readonly #store: PassageStore;
  readonly #logger: ServiceLogger | undefined;
  readonly #onStored: UploadsOptions['onStored'];
  readonly #closing = new AbortController();
  /** Files are read one after the other, because each may take all the memory for reading. */
  #work: Promise<unknown> = Promise.resolve();

  constructor({ database, store, logger, onStored }: UploadsOptions) {
    this.#database = database;
    this.#store = store;
    this.#logger = logger;
    this.#onStored = onStored;
  }

  /**
   * Takes a piece. After the last one the file is read; a later call with an empty piece asks how far that is.
   * @throws ProtocolError `invalid_request` for a size that no piece can reach; `conflict` if the id is another file's
   */
  async add(agentId: string, id: string, piece: UploadPiece): Promise<UploadState> {
    const fault = faultOf(piece);
    if (fault) return { received: 0, status: 'skipped', reason: fault };
    if (piece.offset > piece.size) throw invalidField('offset', 'must not be beyond the end');
    if (piece.offset === 0) await purgeUploads(this.#database);
    const upload = await addPiece(this.#database, agentId, id, piece);
    if (!upload) return { received: 0, status: 'receiving' };
    if (upload.received < upload.size) return { received: upload.received, status: 'receiving' };
    if (upload.hash === null && upload.fault === null && (await claimUpload(this.#database, id))) {
      const reading = this.#enqueue(upload);
      await Promise.race([
        reading,
        pause(WAIT_MS, undefined, { ref: false, signal: this.#closing.signal }),
      ]).catch(() => {});
    }
    return stateOf((await findUpload(this.#database, id)) ?? upload);
  }

  /** Reads the stored files that are not in the index, because a process was killed. Never throws. */
  async restore(): Promise<void> {
    try {
      for (const upload of await unindexedUploads(this.#database, UPLOADS)) await this.#enqueue(upload);
    } catch (error) {
      if (!this.#closing.signal.aborted)
        this.#logger?.warn({ reason: describeError(error) }, 'could not look for uploaded files');
    }
  }

  /** Forgets uploaded files and their documents: those with these names, or all. @returns the number of documents */
  async forget(agentId: string, names?: readonly string[]): Promise<number> {
    // First, so that no start reads them again.
    await forgetUploads(this.#database, agentId, names);
    const documents = await this.#store.documents(agentId, UPLOADS, names);
    await this.#store.remove([...documents.values()].map(({ id }) => id));
    return documents.size;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
  }

  #enqueue(upload: Upload): Promise<void> {
    const work = this.#work.then(async () => {
      if (this.#closing.signal.aborted) return await releaseUpload(this.#database, upload.id).catch(() => {});
      await this.#read(upload);
    });
    this.#work = work;
    return work;
  }

  /** Never throws: an error is a state of the upload. */
  async #read(upload: Upload): Promise<void> {
    const { id, agent_id: agentId, name, size } = upload;
    const { signal } = this.#closing;
    try {
      const bytes = await uploadBytes(this.#database, id);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const content = await readDocument(name, bytes, '', { signal });
      refuseEmpty(content);
      await keepUpload(this.#database, upload, { hash, warning: content.warning ?? null });
      const document = {
        agentId,
        source: UPLOADS,
        path: name,
        url: '',
        hash,
        modified: Date.now(),
        size,
        content,
      };
      await this.#store.replace([document]);
      await this.#onStored(agentId);
    } catch (error) {
      await this.#failed(upload, error).catch(() => {});
    }
  }

  async #failed({ id, hash }: Upload, error: unknown): Promise<void> {
    const isUnreadable = error instanceof Unreadable && !this.#closing.signal.aborted;
    if (!isUnreadable) {
      this.#logger?.warn({ reason: describeError(error) }, 'an uploaded file could not be stored');
      await releaseUpload(this.#database, id);
    } else if (hash === null) await refuseUpload(this.#database, id, error.code);
  }
}

/** Whether a file can be seen to be unusable before any of it has come. */
function faultOf({ name, size }: UploadPiece): SkipCode | undefined {
  if (!isReadable(name)) return 'format';
  return size > readingLimits().fileMax ? 'too-large' : undefined;
}

function stateOf({ received, hash, fault, warning }: Upload): UploadState {
  if (fault !== null) return { received, status: 'skipped', reason: fault as SkipCode };
  if (hash === null) return { received, status: 'reading' };
  return { received, status: 'stored', ...(warning !== null && { warning }) };
}
