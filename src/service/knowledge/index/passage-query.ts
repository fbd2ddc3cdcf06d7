import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../storage/tables.ts';

/** Which passages are looked for, and how many at most. */
export interface PassageQuery {
  terms: readonly string[];
  /** How many of the terms a passage must hold. */
  atLeast: number;
  /** One of the terms must stand in its title or heading. */
  inHeading?: boolean;
  /** Those the engine ranks best first. It then looks at every passage there is; else at the first it comes to. */
  ranked: boolean;
  limit: number;
}

/** PostgreSQL opens each passage to rank it. */
const RANKED_MAX = 4000;

/** The ids of an agent's passages, as a query of the engine: FTS5 in SQLite, `tsvector` in PostgreSQL. */
export function passageIds(engine: Engine, agentId: string, query: PassageQuery): RawBuilder<{ id: number }> {
  return engine === 'sqlite' ? ftsIds(agentId, query) : vectorIds(agentId, query);
}

function ftsIds(agentId: string, query: PassageQuery): RawBuilder<{ id: number }> {
  const { limit, ranked, inHeading } = query;
  const terms = query.terms.map(term => `"${indexTerm(agentId, term)}"`);
  const whole = combine(terms, query.atLeast, ' AND ', ' OR ');
  const match = inHeading ? `title : (${terms.join(' OR ')}) AND (${whole})` : whole;
  return ranked
    ? sql`select rowid as id, bm25(passage_index, 4.0, 1.0) as score from passage_index
        where passage_index match ${match} order by score limit ${limit}`
    : sql`select rowid as id, 0 as score from passage_index where passage_index match ${match} limit ${limit}`;
}

function vectorIds(agentId: string, query: PassageQuery): RawBuilder<{ id: number }> {
  const { limit, ranked, inHeading } = query;
  const terms = query.terms.map(term => `'${term.replaceAll("'", "''").replaceAll('\\', '')}'`);
  const whole = combine(terms, query.atLeast, ' & ', ' | ');
  const headed = inHeading
    ? sql`and ts_filter(terms, '{a}') @@ to_tsquery('simple', ${terms.join(' | ')})`
    : sql``;
  const found = sql`from passages where agent_id = ${agentId} and terms @@ to_tsquery('simple', ${whole}) ${headed}`;
  return ranked
    ? sql`select id, -ts_rank(terms, to_tsquery('simple', ${whole})) as score
        from (select id, terms ${found} limit ${RANKED_MAX}) held order by score limit ${limit}`
    : sql`select id, 0 as score ${found} limit ${limit}`;
}

/** A term as the index of SQLite holds it: that of another agent is another term, so that one index serves them all. */
export function indexTerm(agentId: string, term: string): string {
  return agentId.replaceAll('-', '') + term;
}

/** The passages that hold `count` of the terms, written with the engine's words for "and" and "or". */
function combine(terms: readonly string[], count: number, and: string, or: string): string {
  if (count <= 1) return `(${terms.join(or)})`;
  if (count >= terms.length) return `(${terms.join(and)})`;
  const [first, ...others] = terms;
  return `((${first}${and}${combine(others, count - 1, and, or)})${or}${combine(others, count, and, or)})`;
}
