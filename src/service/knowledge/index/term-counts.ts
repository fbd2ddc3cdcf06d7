import type { Writer } from '../../storage/tables.ts';
import type { PassageTerms } from './passage-terms.ts';

/** The row of `passage_terms` that counts all passages; no term can be empty. */
export const TOTAL = '';
const ROWS_AT_ONCE = 500;

/** A term and in how many of the agent's passages it occurs. */
export interface CountedTerm {
  term: string;
  passages: number;
}

interface Counted {
  terms: PassageTerms;
}

/** Adds passages to the counts of the terms they hold, and takes others away. */
export async function countTerms(
  writer: Writer,
  agentId: string,
  added: readonly Counted[],
  removed: readonly Counted[] = [],
): Promise<void> {
  const counts = new Map<string, number>();
  const count = (passages: readonly Counted[], by: 1 | -1): void => {
    for (const { terms } of passages)
      for (const term of new Set([TOTAL, ...terms.head, ...terms.text]))
        counts.set(term, (counts.get(term) ?? 0) + by);
  };
  count(added, 1);
  count(removed, -1);
  // Sorted, so that two processes that index at once lock the rows in the same order.
  const rows = [...counts].filter(([, n]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
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
