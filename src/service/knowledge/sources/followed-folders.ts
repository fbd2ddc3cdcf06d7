import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceLogger } from '../../contract.ts';
import { readNote, writeNote } from '../../storage/notes.ts';
import type { Database } from '../../storage/tables.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { reasonOf } from '../reading/unreadable.ts';
import type { Folder } from './index-files.ts';
import { WatchedFolder } from './watched-folder.ts';

/** How long after a start questions wait for the documents: most folders are read in less. */
const PATIENCE_MS = 3000;

/** The folders an agent answers from for as long as the service runs. */
export class FollowedFolders {
  readonly #database: Database;
  readonly #store: PassageStore;
  readonly #logger: ServiceLogger | undefined;
  readonly #open: WatchedFolder[] = [];
  readonly #closing = new AbortController();
  #agentId: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isReading = false;
  /** Resolves when all is read, or has taken so long that visitors are rather answered from what is there. */
  #patience: Promise<unknown> = Promise.resolve();

  constructor(database: Database, store: PassageStore, logger: ServiceLogger | undefined) {
    this.#database = database;
    this.#store = store;
    this.#logger = logger;
  }

  /**
   * Begins to index the folders and to follow their changes; `read` tells when that is done. What was followed at an
   * earlier start and no longer is leaves the index; what was read in by `ingest` stays. Does nothing once
   * it has succeeded. @throws when a folder can't be read
   */
  async open(agentId: string, dirs: readonly string[], docsUrl = '/docs/'): Promise<void> {
    if (this.#agentId !== undefined) return;
    this.#agentId = agentId;
    const url = docsUrl.endsWith('/') ? docsUrl : `${docsUrl}/`;
    const followed = dirs.map(dir => resolve(dir));
    try {
      for (const dir of followed) await access(dir, constants.R_OK);
      await this.#forgetOthers(agentId, followed);
    } catch (error) {
      this.#agentId = undefined;
      throw error;
    }
    this.#isReading = true;
    const read = new AbortController();
    this.#reading = this.#readAll(followed.map(dir => ({ agentId, dir, url }))).finally(() => {
      this.#isReading = false;
      read.abort();
    });
    this.#patience = pause(PATIENCE_MS, undefined, { signal: read.signal, ref: false }).catch(() => {});
  }

  /** Resolves once the folders have been read, whether or not all of them could be. */
  read(): Promise<void> {
    return this.#reading;
  }

  /** Whether the agent's folders are being read for the first time since the start. */
  isReading(agentId: string): boolean {
    return agentId === this.#agentId && this.#isReading;
  }

  /** Lets a question wait for the documents of a service that has just started. */
  async ready(agentId: string, signal: AbortSignal): Promise<void> {
    if (!this.isReading(agentId)) return;
    const left = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason), { signal: left.signal });
    try {
      signal.throwIfAborted();
      await Promise.race([this.#patience, promise]);
    } finally {
      left.abort();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reading;
    for (const folder of this.#open) await folder.close();
  }

  async #readAll(folders: readonly Folder[]): Promise<void> {
    for (const folder of folders) {
      if (this.#closing.signal.aborted) return;
      try {
        const watched = new WatchedFolder(this.#store, folder, this.#logger);
        this.#open.push(watched);
        await watched.open(this.#closing.signal);
      } catch (error) {
        this.#logger?.error({ reason: reasonOf(error) }, 'the documents could not be indexed');
      }
    }
  }

  async #forgetOthers(agentId: string, followed: readonly string[]): Promise<void> {
    const before = await readFollowed(this.#database, agentId);
    for (const dir of before.filter(other => !followed.includes(other))) {
      await this.#store.removeSource(agentId, dir);
    }
    await writeNote(this.#database, noteOf(agentId), JSON.stringify(followed));
  }
}

/** The folders that were followed at the last start. */
export async function readFollowed(database: Database, agentId: string): Promise<string[]> {
  return JSON.parse((await readNote(database, noteOf(agentId))) ?? '[]') as string[];
}

function noteOf(agentId: string): string {
  return `followed-folders.${agentId}`;
}
