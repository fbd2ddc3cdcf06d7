import type { Writer } from '../storage/tables.ts';
import { termsOf } from './terms.ts';

/** The row of `passage_terms` that counts all passages; no term can be empty. */
export const TOTAL = '';
const ROWS_AT_ONCE = 500;

/** Adds passages to the counts of the terms they hold, or takes them away. */
export async function countTerms(
  writer: Writer,
  agentId: string,
  passages: readonly { title: string; heading: string; body: string }[],
  by: 1 | -1,
): Promise<void> {
  const counts = new Map<string, number>([[TOTAL, by * passages.length]]);
  for (const { title, heading, body } of passages) {
    for (const term of new Set(termsOf(`${title} ${heading} ${body}`)))
      counts.set(term, (counts.get(term) ?? 0) + by);
  }
  // Sorted, so that two processes that index at once lock the rows in the same order.
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    await writer
      .insertInto('passage_terms')
      .values(rows.slice(i, i + ROWS_AT_ONCE).map(([term, n]) => ({ agent_id: agentId, term, passages: n })))
      .onConflict(conflict =>
        conflict.columns(['agent_id', 'term']).doUpdateSet(eb => ({
          passages: eb('passage_terms.passages', '+', eb.ref('excluded.passages')),
        })),
      )
      .execute();
  }
}
