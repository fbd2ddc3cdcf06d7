import type { Person } from '../../protocol/personal-data.ts';
import type { MemoryUsage, VotesOf } from '../usage/usage-store.ts';

/** A person whose ratings are removed here, and whose other data the service still has to remove. */
export interface Erasure {
  id: string;
  agentId: string;
  person: Person;
}

/**
 * Remembers what was begun: ratings and conversations are in two databases, which no transaction spans. What is remembered is
 * continued after a crash.
 */
export interface ErasureStore {
  /** Removes the ratings and remembers the erasure; both or neither. @returns the number of ratings */
  begin(erasure: Erasure, votes: VotesOf): Promise<number>;
  /** What was begun until then, in Unix seconds, and has not ended. */
  pending(until: number): Promise<Erasure[]>;
  end(id: string): Promise<void>;
}

/** Keeps no record: with ratings in memory, an erasure that the service refuses is not resumed. */
export class MemoryErasures implements ErasureStore {
  readonly #usage: MemoryUsage;

  constructor(usage: MemoryUsage) {
    this.#usage = usage;
  }

  async begin({ agentId }: Erasure, votes: VotesOf): Promise<number> {
    return this.#usage.remove(agentId, votes);
  }

  async pending(): Promise<Erasure[]> {
    return [];
  }

  async end(): Promise<void> {}
}
