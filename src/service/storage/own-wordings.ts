import { type Part, textOf } from '../../protocol/message.ts';
import { REMOVED_QUESTION } from '../../protocol/personal-data.ts';
import { defaultSettings, mergeSettings, type SettingsPatch } from '../../protocol/settings.ts';
import { wordsOf } from '../knowledge/language/words.ts';
import type { Database, Writer } from './tables.ts';
import type { StoredAnswer } from './taught-answers.ts';

const IDS_PER_QUERY = 500;

/**
 * The wordings of answers that the person wrote, with the time (Unix seconds) at which they first did. What the owner
 * suggests as a question, or somebody else wrote too, does not point to the person.
 */
export async function ownWordings(
  database: Database | Writer,
  agentId: string,
  ids: readonly string[],
  answers: readonly StoredAnswer[],
): Promise<Map<string, number>> {
  const asked = new Set(answers.flatMap(wordingsOf).map(comparable));
  for (const query of await suggestedQueries(database, agentId)) asked.delete(comparable(query));
  const own = new Map<string, number>();
  asked.delete('');
  if (asked.size === 0) return own;
  for (const some of chunks(ids)) {
    const rows = await database
      .selectFrom('messages')
      .select(['parts', 'created_at'])
      .where('conversation_id', 'in', some)
      .where('role', '=', 'user')
      .execute();
    for (const { parts, created_at } of rows) {
      const words = comparable(textOf(JSON.parse(parts) as Part[]));
      if (asked.has(words)) own.set(words, Math.min(created_at, own.get(words) ?? created_at));
    }
  }
  if (own.size > 0) await deleteOthers(database, agentId, new Set(ids), own);
  return own;
}

/** Removes the wordings that occur in other conversations. */
async function deleteOthers(
  database: Database | Writer,
  agentId: string,
  ids: ReadonlySet<string>,
  own: Map<string, number>,
): Promise<void> {
  for (let after = ''; own.size > 0; ) {
    const conversations = await database
      .selectFrom('conversations')
      .select('id')
      .where('agent_id', '=', agentId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(IDS_PER_QUERY)
      .execute();
    const others = conversations.map(({ id }) => id).filter(id => !ids.has(id));
    const rows =
      others.length === 0
        ? []
        : await database
            .selectFrom('messages')
            .select('parts')
            .where('conversation_id', 'in', others)
            .where('role', '=', 'user')
            .execute();
    for (const { parts } of rows) own.delete(comparable(textOf(JSON.parse(parts) as Part[])));
    if (conversations.length < IDS_PER_QUERY) return;
    after = conversations.at(-1)!.id;
  }
}

/** Questions that the owner suggests, which visitors send by a press. */
async function suggestedQueries(database: Database | Writer, agentId: string): Promise<string[]> {
  const row = await database
    .selectFrom('agents')
    .select('settings')
    .where('id', '=', agentId)
    .executeTakeFirst();
  if (!row) return [];
  const settings = mergeSettings(defaultSettings(), JSON.parse(row.settings) as SettingsPatch);
  return [...settings.suggestedQueries, ...settings.pageGreetings.flatMap(({ queries }) => queries)];
}

function wordingsOf({ question, other_ways }: StoredAnswer): string[] {
  return [question, ...(JSON.parse(other_ways) as string[])];
}

/** The answer without wordings that the person wrote before it was stored; undefined if it has none of them. */
export function withoutWords(
  answer: StoredAnswer,
  words: ReadonlyMap<string, number>,
): StoredAnswer | undefined {
  const all = wordingsOf(answer);
  const isOwn = (wording: string): boolean =>
    (words.get(comparable(wording)) ?? Number.POSITIVE_INFINITY) <= answer.updated_at;
  const kept = all.filter(wording => !isOwn(wording));
  if (kept.length === all.length) return undefined;
  const [question, ...otherWays] = kept;
  return question === undefined
    ? { ...answer, question: REMOVED_QUESTION, other_ways: '[]', paused: 1 }
    : { ...answer, question, other_ways: JSON.stringify(otherWays) };
}

function comparable(text: string): string {
  return wordsOf(text).join(' ');
}

export function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += IDS_PER_QUERY) yield all.slice(at, at + IDS_PER_QUERY);
}
