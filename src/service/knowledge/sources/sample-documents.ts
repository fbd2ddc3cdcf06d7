import { resolve } from 'node:path';
import { readNote, writeNote } from '../../storage/notes.ts';
import type { Database } from '../../storage/tables.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { readFollowed } from './followed-folders.ts';

/** A folder with documents for an agent that has no others. */
export class SampleDocuments {
  readonly #database: Database;
  readonly #store: PassageStore;

  constructor(database: Database, store: PassageStore) {
    this.#database = database;
    this.#store = store;
  }

  /** Whether the agent needs the folder: it has no documents but those of the last start's folders. */
  async areNeeded(agentId: string, dir: string): Promise<boolean> {
    const sample = resolve(dir);
    const replaceable = [sample, ...(await readFollowed(this.#database, agentId))];
    const needed = (await this.#store.sources(agentId)).every(source => replaceable.includes(source));
    await writeNote(this.#database, noteOf(agentId), needed ? sample : '');
    return needed;
  }

  /**
   * Removes the sample, if the agent has other documents now. A running service does not read it again.
   * @returns whether there was one
   */
  async forget(agentId: string): Promise<boolean> {
    const sample = await readSample(this.#database, agentId);
    if (!sample) return false;
    const sources = await this.#store.sources(agentId);
    if (!sources.includes(sample) || sources.every(source => source === sample)) return false;
    await this.#store.removeSource(agentId, sample);
    return true;
  }
}

/** The folder of the sample; undefined or empty if the agent has other documents. */
export async function readSample(database: Database, agentId: string): Promise<string | undefined> {
  return await readNote(database, noteOf(agentId));
}

function noteOf(agentId: string): string {
  return `sample-documents.${agentId}`;
}
