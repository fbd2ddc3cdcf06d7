import { sql } from 'kysely';
import {
  type DayUsage,
  REASONS_SHOWN,
  type UsageReport,
  type UsageStore,
  type Vote,
} from '../usage/usage-store.ts';
import type { Database } from './tables.ts';

/** Counts and votes in a database. */
export class SqlUsage implements UsageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(agentId: string, usage: DayUsage): Promise<void> {
    await this.#database
      .insertInto('proxy_usage')
      .values({ agent_id: agentId, ...usage })
      .onConflict(conflict =>
        conflict.columns(['agent_id', 'day']).doUpdateSet({
          requests: sql`proxy_usage.requests + excluded.requests`,
          replies: sql`proxy_usage.replies + excluded.replies`,
          failures: sql`proxy_usage.failures + excluded.failures`,
          unanswered: sql`proxy_usage.unanswered + excluded.unanswered`,
          credits: sql`proxy_usage.credits + excluded.credits`,
        }),
      )
      .execute();
  }

  async vote({ agentId, voter, messageId, value, reason: given, at }: Vote): Promise<void> {
    const reason = given ?? null;
    await this.#database
      .insertInto('proxy_votes')
      .values({ agent_id: agentId, voter, message_id: messageId, value, reason, at })
      .onConflict(conflict =>
        conflict.columns(['agent_id', 'voter', 'message_id']).doUpdateSet({ value, reason, at }),
      )
      .execute();
  }

  async report(agentId: string, since: string): Promise<UsageReport> {
    const days = await this.#database
      .selectFrom('proxy_usage')
      .select(['day', 'requests', 'replies', 'failures', 'unanswered', 'credits'])
      .where('agent_id', '=', agentId)
      .where('day', '>=', since)
      .orderBy('day')
      .execute();
    const votes = this.#database.selectFrom('proxy_votes').where('agent_id', '=', agentId);
    const counts = await votes
      .select(({ fn }) => ['value', fn.countAll<number>().as('count')])
      .groupBy('value')
      .execute();
    const reasons = await votes
      .select(['message_id', 'value', 'reason', 'at'])
      .where('reason', 'is not', null)
      .orderBy('at', 'desc')
      .limit(REASONS_SHOWN)
      .execute();
    const count = (value: string): number => counts.find(row => row.value === value)?.count ?? 0;
    return {
      days,
      feedback: {
        up: count('up'),
        down: count('down'),
        reasons: reasons.map(({ message_id, value, reason, at }) => ({
          messageId: message_id,
          value,
          reason: reason ?? undefined,
          at,
        })),
      },
    };
  }

  async credits(since: string): Promise<number> {
    const row = await this.#database
      .selectFrom('proxy_usage')
      .select(({ fn }) => fn.sum<number | string | null>('credits').as('credits'))
      .where('day', '>=', since)
      .executeTakeFirst();
    return Number(row?.credits ?? 0);
  }
}
