import { type RawBuilder, sql } from 'kysely';
import type { ServiceLogger } from '../../contract.ts';
import type { Engine, Writer } from '../../storage/tables.ts';
import { indexTerm } from './passage-query.ts';
import { type PassageTerms, passageTerms } from './passage-terms.ts';
import { countTerms } from './term-counts.ts';

const ROWS_AT_ONCE = 500;

/** Puts a passage into the index of SQLite. PostgreSQL keeps the terms with the passage. */
export async function indexPassage(
  writer: Writer,
  agentId: string,
  id: number,
  { head, text }: PassageTerms,
): Promise<void> {
  const start = indexTerm(agentId, '');
  const own = (terms: readonly string[]): string => terms.map(term => start + term).join(' ');
  await sql`insert into passage_index (rowid, title, body) values (${id}, ${own(head)}, ${own(text)})`.execute(
    writer,
  );
}

/** A passage's terms as PostgreSQL keeps them. */
export function vectorOf({ head, text }: PassageTerms): RawBuilder<unknown> {
  return sql`setweight(to_tsvector('simple', ${head.join(' ')}), 'A') || to_tsvector('simple', ${text.join(' ')})`;
}

/** Fills an index that was made anew, and counts the terms again, from the passages that are there. */
export async function indexAnew(
  writer: Writer,
  engine: Engine,
  logger: ServiceLogger | undefined,
): Promise<void> {
  const { count } = await writer
    .selectFrom('passages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const passages = Number(count);
  if (passages > 0) logger?.warn({ passages }, 'the documents are indexed anew before the service starts');
  await writer.deleteFrom('passage_terms').execute();
  for (let last = 0; ; ) {
    const rows = await writer
      .selectFrom('passages')
      .innerJoin('documents', 'documents.id', 'passages.document_id')
      .select(['passages.id', 'passages.agent_id as agentId', 'title', 'heading', 'body'])
      .where('passages.id', '>', last)
      .orderBy('passages.id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const passages = rows.map(({ id, agentId, title, ...text }) => ({
      id,
      agentId,
      terms: passageTerms(title, text),
    }));
    for (const [agentId, own] of Map.groupBy(passages, passage => passage.agentId)) {
      await countTerms(writer, agentId, own);
    }
    const end = passages.at(-1);
    if (!end) return;
    last = end.id;
    if (engine === 'sqlite') {
      for (const { agentId, id, terms } of passages) await indexPassage(writer, agentId, id, terms);
    } else {
      const vectors = passages.map(({ id, terms }) => sql`(${id}::integer, ${vectorOf(terms)})`);
      await sql`update passages set terms = read.terms from (values ${sql.join(vectors)}) as read (id, terms)
        where passages.id = read.id`.execute(writer);
    }
  }
}
