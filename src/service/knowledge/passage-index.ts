import { sql } from 'kysely';
import type { Engine } from '../storage/open-database.ts';
import type { Writer } from '../storage/tables.ts';
import { indexTerm } from './passage-query.ts';
import { countTerms } from './term-counts.ts';
import { termsOf } from './terms.ts';

interface IndexedPassage {
  id: number;
  agentId: string;
  title: string;
  heading: string;
  body: string;
}

const ROWS_AT_ONCE = 500;

/** Puts a passage into the index of SQLite. PostgreSQL keeps the terms with the passage. */
export async function indexPassage(writer: Writer, passage: IndexedPassage): Promise<void> {
  const terms = (text: string): string =>
    termsOf(text)
      .map(term => indexTerm(passage.agentId, term))
      .join(' ');
  await sql`insert into passage_index (rowid, title, body) values
    (${passage.id}, ${terms(`${passage.title} ${passage.heading}`)}, ${terms(passage.body)})`.execute(writer);
}

/** Fills an index that was made anew, and counts the terms again, from the passages that are there. */
export async function indexAnew(writer: Writer, engine: Engine): Promise<void> {
  await writer.deleteFrom('passage_terms').execute();
  for (let last = 0; ; ) {
    const passages = await writer
      .selectFrom('passages')
      .innerJoin('documents', 'documents.id', 'passages.document_id')
      .select(['passages.id', 'passages.agent_id as agentId', 'title', 'heading', 'body'])
      .where('passages.id', '>', last)
      .orderBy('passages.id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const [agentId, own] of Map.groupBy(passages, passage => passage.agentId)) {
      await countTerms(writer, agentId, own, 1);
    }
    if (engine === 'sqlite') for (const passage of passages) await indexPassage(writer, passage);
    const end = passages.at(-1);
    if (!end) return;
    last = end.id;
  }
}
