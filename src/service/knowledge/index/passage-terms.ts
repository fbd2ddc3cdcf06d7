import type { ServiceLogger } from '../../contract.ts';
import type { IndexedPassage, PassageTerms, StorageEngine } from '../../storage/engine.ts';
import type { Writer } from '../../storage/tables.ts';
import { passageLanguage, termsOf } from '../language/terms.ts';

/** A term, and how many of the agent's passages contain it. */
export interface CountedTerm {
  term: string;
  passages: number;
}

/** The row of `passage_terms` that counts all passages of an agent. No term is empty. */
export const TOTAL = '';
const ROWS_PER_STATEMENT = 500;

export function passageTerms(
  title: string,
  { heading, body }: { heading: string; body: string },
): PassageTerms {
  const language = passageLanguage(`${title}\n${heading}\n${body}`);
  return { head: termsOf(`${title} ${heading}`, language), text: termsOf(body, language) };
}

/** Updates how many passages contain each term, for passages that are added and removed. */
export async function countTerms(
  writer: Writer,
  agentId: string,
  added: readonly { terms: PassageTerms }[],
  removed: readonly { terms: PassageTerms }[] = [],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const [passages, change] of [
    [added, 1],
    [removed, -1],
  ] as const) {
    for (const { terms } of passages)
      for (const term of new Set([TOTAL, ...terms.head, ...terms.text]))
        counts.set(term, (counts.get(term) ?? 0) + change);
  }
  // Sorted, so that two processes lock the rows in the same order.
  const rows = [...counts].filter(([, n]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
    const values = rows
      .slice(i, i + ROWS_PER_STATEMENT)
      .map(([term, n]) => ({ agent_id: agentId, term, passages: n }));
    await writer
      .insertInto('passage_terms')
      .values(values)
      .onConflict(conflict =>
        conflict.columns(['agent_id', 'term']).doUpdateSet(eb => ({
          passages: eb('passage_terms.passages', '+', eb.ref('excluded.passages')),
        })),
      )
      .execute();
  }
}

/** Indexes all stored passages again and counts their terms, for an index with a new layout or for new terms. */
export async function rebuildIndex(
  writer: Writer,
  engine: StorageEngine,
  logger: ServiceLogger | undefined,
): Promise<void> {
  const { count } = await writer
    .selectFrom('passages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const passages = Number(count);
  if (passages > 0) logger?.warn({ passages }, 'indexing all documents again before the service starts');
  await writer.deleteFrom('passage_terms').execute();
  for (let last = 0; ; ) {
    const rows = await writer
      .selectFrom('passages')
      .innerJoin('documents', 'documents.id', 'passages.document_id')
      .select(['passages.id', 'passages.agent_id as agentId', 'title', 'heading', 'body'])
      .where('passages.id', '>', last)
      .orderBy('passages.id')
      .limit(ROWS_PER_STATEMENT)
      .execute();
    if (rows.length === 0) return;
    const batch: IndexedPassage[] = rows.map(({ id, agentId, title, ...text }) => ({
      id,
      agentId,
      terms: passageTerms(title, text),
    }));
    for (const [agentId, own] of Map.groupBy(batch, passage => passage.agentId))
      await countTerms(writer, agentId, own);
    await engine.passages.rebuild(writer, batch);
    last = rows.at(-1)!.id;
  }
}
