import { ProtocolError } from '../../protocol/errors.ts';
import type {
  Erased,
  ExportedVerdict,
  Forgotten,
  Person,
  PersonTraces,
} from '../../protocol/personal-data.ts';
import type { Voters } from '../access/voters.ts';
import { storeUnavailable } from '../stores/stores.ts';
import type { UsageStore, VotesOf } from '../usage/usage-store.ts';
import type { ErasureStore } from './erasure-store.ts';

/** The data of persons at the agent service. */
export interface PersonalData {
  find(agentId: string, person: Person): Promise<PersonTraces>;
  /** Removes all or nothing, and nothing if it was removed before. */
  forget(agentId: string, person: Person): Promise<Forgotten>;
}

export interface ErasuresOptions {
  store: ErasureStore;
  usage: UsageStore;
  voters: Voters;
}

/** Removes and finds all that is stored about a person: ratings here, the rest at the service. */
export class Erasures {
  readonly #store: ErasureStore;
  readonly #usage: UsageStore;
  readonly #voters: Voters;

  constructor({ store, usage, voters }: ErasuresOptions) {
    this.#store = store;
    this.#usage = usage;
    this.#voters = voters;
  }

  /** Removes the ratings, then the rest at the service. If it is interrupted in between, `resume` completes it. */
  async erase(service: PersonalData, agentId: string, person: Person): Promise<Erased> {
    // If the service cannot be asked, nothing has begun.
    const votes = await this.#votesOf(await service.find(agentId, person));
    const erasure = { id: crypto.randomUUID(), agentId, person };
    const verdicts = await this.#store.begin(erasure, votes).catch(storeUnavailable);
    const forgotten = await service.forget(agentId, person);
    await this.#store.end(erasure.id).catch(storeUnavailable);
    return { ...forgotten, verdicts };
  }

  /**
   * Completes what was begun at least `seconds` ago and was interrupted. One that fails does not stop the others; one whose
   * agent does not exist ends.
   * @returns how many persons it was
   * @throws the first failure, at the end
   */
  async resume(forget: (agentId: string, person: Person) => Promise<unknown>, seconds = 0): Promise<number> {
    const pending = await this.#store.pending(Math.floor(Date.now() / 1000) - seconds);
    const failures: unknown[] = [];
    for (const { id, agentId, person } of pending) {
      try {
        await forget(agentId, person).catch(refuseUnlessGone);
        await this.#store.end(id);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return pending.length;
  }

  /** The ratings of a person. */
  async verdicts(agentId: string, traces: PersonTraces): Promise<ExportedVerdict[]> {
    return await this.#usage.votesBy(agentId, await this.#votesOf(traces));
  }

  async #votesOf({ conversations, visitors }: PersonTraces): Promise<VotesOf> {
    const voters = await Promise.all(visitors.map(visitor => this.#voters.keysOf(visitor)));
    return { voters: voters.flat(), conversationIds: conversations };
  }
}

/** Without its agent, nothing is left to remove. */
function refuseUnlessGone(error: unknown): void {
  if (!(error instanceof ProtocolError && error.code === 'not_found')) throw error;
}
