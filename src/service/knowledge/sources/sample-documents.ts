import { resolve } from 'node:path';
import { readNote, writeNote } from '../../storage/notes.ts';
import type { Database } from '../../storage/tables.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { readFollowed } from './followed-folders.ts';

/** A folder an agent answers from as long as it has no documents of its owner. */
export class SampleDocuments {
  readonly #database: Database;
  readonly #store: PassageStore;

  constructor(database: Database, store: PassageStore) {
    this.#database = database;
    this.#store = store;
  }

  /** Whether the agent answers from the folder, having no others than those it follows only while they are named. */
  async areNeeded(agentId: string, dir: string): Promise<boolean> {
    const sample = resolve(dir);
    const passing = [sample, ...(await readFollowed(this.#database, agentId))];
    const needed = (await this.#store.sources(agentId)).every(source => passing.includes(source));
    await writeNote(this.#database, noteOf(agentId), needed ? sample : '');
    return needed;
  }

  /** For an agent that has documents of its owner now. A running service does not read the sample again. */
  async forget(agentId: string): Promise<void> {
    const sample = await readNote(this.#database, noteOf(agentId));
    if (!sample) return;
    const sources = await this.#store.sources(agentId);
    if (sources.every(source => source === sample)) return;
    await this.#store.removeSource(agentId, sample);
  }
}

function noteOf(agentId: string): string {
  return `sample-documents.${agentId}`;
}
