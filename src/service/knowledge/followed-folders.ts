import { resolve } from 'node:path';
import type { ServiceLogger } from '../contract.ts';
import type { Database } from '../storage/tables.ts';
import { readNote, writeNote } from '../storage/workspaces.ts';
import type { PassageStore } from './passage-store.ts';
import { WatchedFolder } from './watched-folder.ts';

/** The folders an agent answers from for as long as the service runs. */
export class FollowedFolders {
  readonly #database: Database;
  readonly #store: PassageStore;
  readonly #logger: ServiceLogger | undefined;
  readonly #open: WatchedFolder[] = [];

  constructor(database: Database, store: PassageStore, logger: ServiceLogger | undefined) {
    this.#database = database;
    this.#store = store;
    this.#logger = logger;
  }

  /**
   * Indexes the folders and follows their changes. What was followed at an earlier start and no longer is leaves the
   * index; what was read in by `ingest` stays. Only the first call does anything.
   */
  async open(agentId: string, dirs: readonly string[], docsUrl = '/docs/'): Promise<void> {
    if (this.#open.length > 0) return;
    const url = docsUrl.endsWith('/') ? docsUrl : `${docsUrl}/`;
    const followed = dirs.map(dir => resolve(dir));
    await this.#forgetOthers(agentId, followed);
    for (const dir of followed) {
      const folder = new WatchedFolder(this.#store, { agentId, dir, url }, this.#logger);
      this.#open.push(folder);
      const { failed, ...counts } = await folder.open();
      this.#logger?.info({ ...counts, failed: failed.length }, 'documents are indexed');
      for (const { path, reason } of failed) this.#logger?.warn({ path, reason }, 'a document was not read');
    }
  }

  async close(): Promise<void> {
    for (const folder of this.#open) await folder.close();
  }

  async #forgetOthers(agentId: string, followed: readonly string[]): Promise<void> {
    const name = `followed-folders.${agentId}`;
    const before = JSON.parse((await readNote(this.#database, name)) ?? '[]') as string[];
    for (const dir of before.filter(other => !followed.includes(other))) {
      for (const { id } of (await this.#store.documents(agentId, dir)).values()) {
        await this.#store.remove(agentId, id);
      }
    }
    await writeNote(this.#database, name, JSON.stringify(followed));
  }
}
