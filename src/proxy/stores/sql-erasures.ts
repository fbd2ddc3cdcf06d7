import type { Person } from '../../protocol/personal-data.ts';
import type { Erasure, ErasureStore } from '../personal-data/erasure-store.ts';
import type { VotesOf } from '../usage/usage-store.ts';
import { votesBy } from './sql-votes.ts';
import type { Database } from './tables.ts';

/** Erasures beside the ratings, in one database. */
export class SqlErasures implements ErasureStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async begin({ id, agentId, person }: Erasure, votes: VotesOf): Promise<number> {
    return await this.#database.transaction().execute(async writer => {
      await writer
        .insertInto('proxy_erasures')
        .values({
          id,
          agent_id: agentId,
          person: JSON.stringify(person),
          at: Math.floor(Date.now() / 1000),
        })
        .execute();
      let removed = 0;
      for (const chosen of votesBy(votes)) {
        const { numDeletedRows } = await writer
          .deleteFrom('proxy_votes')
          .where('agent_id', '=', agentId)
          .where(chosen.column, 'in', chosen.values)
          .executeTakeFirst();
        removed += Number(numDeletedRows);
      }
      return removed;
    });
  }

  async pending(until: number): Promise<Erasure[]> {
    const rows = await this.#database
      .selectFrom('proxy_erasures')
      .selectAll()
      .where('at', '<=', until)
      .orderBy('at')
      .execute();
    return rows.map(({ id, agent_id, person }) => ({
      id,
      agentId: agent_id,
      person: JSON.parse(person) as Person,
    }));
  }

  async end(id: string): Promise<void> {
    await this.#database.deleteFrom('proxy_erasures').where('id', '=', id).execute();
  }
}
