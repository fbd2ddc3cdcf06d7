import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceLogger } from '../contract.ts';
import { readNote, writeNote } from '../storage/notes.ts';
import type { Database } from '../storage/tables.ts';
import type { Folder } from './folder.ts';
import type { PassageStore } from './passage-store.ts';
import { reasonOf } from './unreadable.ts';
import { WatchedFolder } from './watched-folder.ts';

/** How long a question waits for the documents of a service that has just started. */
const PATIENCE_MS = 20_000;

/** The folders an agent answers from for as long as the service runs. */
export class FollowedFolders {
  readonly #database: Database;
  readonly #store: PassageStore;
  readonly #logger: ServiceLogger | undefined;
  readonly #open: WatchedFolder[] = [];
  readonly #closing = new AbortController();
  #agentId: string | undefined;
  #reading: Promise<void> = Promise.resolve();

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
    this.#reading = this.#readAll(followed.map(dir => ({ agentId, dir, url })));
  }

  /** Resolves once the folders have been read, whether or not all of them could be. */
  read(): Promise<void> {
    return this.#reading;
  }

  /** Waits until the agent's folders have been read, but not forever: then it answers from what is there. */
  async ready(agentId: string, signal: AbortSignal): Promise<void> {
    if (agentId !== this.#agentId) return;
    const patience = new AbortController();
    const enough = pause(PATIENCE_MS, undefined, {
      signal: AbortSignal.any([signal, patience.signal]),
      ref: false,
    });
    try {
      await Promise.race([this.#reading, enough]);
    } finally {
      enough.catch(() => {});
      patience.abort();
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
