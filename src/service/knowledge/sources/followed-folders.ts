import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceLogger } from '../../contract.ts';
import { readNote, writeNote } from '../../storage/notes.ts';
import type { Database } from '../../storage/tables.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { reasonOf } from '../reading/unreadable.ts';
import type { Folder } from './folder.ts';
import { WatchedFolder } from './watched-folder.ts';

/** How long questions wait for the documents after a start. Most folders are read in less. */
const WAIT_MS = 3000;

/** Folders that are read at start and watched while the service runs. */
export class FollowedFolders {
  readonly #database: Database;
  readonly #store: PassageStore;
  readonly #logger: ServiceLogger | undefined;
  readonly #open: WatchedFolder[] = [];
  readonly #closing = new AbortController();
  #agentId: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isReading = false;
  /** Resolves when all folders are read, or after `WAIT_MS`. */
  #ready: Promise<unknown> = Promise.resolve();

  constructor(database: Database, store: PassageStore, logger: ServiceLogger | undefined) {
    this.#database = database;
    this.#store = store;
    this.#logger = logger;
  }

  /**
   * Starts to index the folders and to watch them; `read` resolves when they are indexed. Folders of an earlier start that
   * are missing now leave the index; documents from `ingest` stay. Does nothing after it has succeeded.
   * @throws when a folder cannot be read
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
    this.#ready = pause(WAIT_MS, undefined, { signal: read.signal, ref: false }).catch(() => {});
  }

  /** Resolves when the folders have been read, also when some could not be. */
  read(): Promise<void> {
    return this.#reading;
  }

  /** Whether the first reading of folders is in progress. */
  get reading(): boolean {
    return this.#isReading;
  }

  /** The same for the folders of one agent. */
  isReading(agentId: string): boolean {
    return agentId === this.#agentId && this.#isReading;
  }

  /** Waits for the first reading, but not longer than `WAIT_MS` after the start. */
  async ready(agentId: string, signal: AbortSignal): Promise<void> {
    if (!this.isReading(agentId)) return;
    const left = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason), { signal: left.signal });
    try {
      signal.throwIfAborted();
      await Promise.race([this.#ready, promise]);
    } finally {
      left.abort();
    }
  }

  /** Reads a document again that the owner has forgotten, if its folder is followed; others wait for the next `ingest`. */
  async readAgain(agentId: string, dir: string, path: string): Promise<void> {
    if (agentId !== this.#agentId) return;
    for (const folder of this.#open) if (folder.dir === dir) await folder.read(path);
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
        this.#logger?.error({ reason: reasonOf(error) }, 'could not index the documents');
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

/** The folders of the last start. */
export async function readFollowed(database: Database, agentId: string): Promise<string[]> {
  return JSON.parse((await readNote(database, noteOf(agentId))) ?? '[]') as string[];
}

function noteOf(agentId: string): string {
  return `followed-folders.${agentId}`;
}
