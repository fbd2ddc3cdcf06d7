import { Kysely, type RawBuilder, sql } from 'kysely';
import { nodeSqliteDialect } from '../../databases/sqlite-dialect.ts';
import { openSqliteFile } from '../../databases/sqlite-file.ts';
import {
  type IndexedMessage,
  type IndexedPassage,
  type MessageIndex,
  type MessageQuery,
  matchAtLeast,
  type OpenedEngine,
  type PassageIndex,
  type PassageQuery,
  type StorageEngine,
  type StoredPassage,
} from './engine.ts';
import { sqliteVectors } from './sqlite-vectors.ts';
import type { Tables, Writer } from './tables.ts';

/** Opens `service.sqlite` in the folder; creates both when they are missing. */
export function openSqlite(dataDir: string): OpenedEngine {
  const file = openSqliteFile(dataDir, 'service.sqlite');
  file.exec('pragma foreign_keys = on; pragma cache_size = -65536');
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  return { database, unlimited: database, replyDatabase: database, engine };
}

/** Passages indexed by FTS5. One index serves all agents: a term starts with the agent's id. */
const passages: PassageIndex = {
  columns: '',
  create: [
    'drop table if exists passage_index',
    `create virtual table passage_index using fts5 (
       title, body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0')`,
  ],

  async insert(writer: Writer, added: readonly StoredPassage[]): Promise<void> {
    const indexed: IndexedPassage[] = [];
    for (const { documentId, agentId, position, heading, anchor, body, terms } of added) {
      const { id } = await writer
        .insertInto('passages')
        .values({ document_id: documentId, agent_id: agentId, position, heading, anchor, body })
        .returning('id')
        .executeTakeFirstOrThrow();
      indexed.push({ id, agentId, terms });
    }
    // After all rows: FTS5 writes its index to disk whenever another statement comes between two inserts.
    await this.rebuild(writer, indexed);
  },

  async delete(writer: Writer, ids: readonly number[]): Promise<void> {
    await sql`delete from passage_index where rowid in (${sql.join(ids)})`.execute(writer);
    await writer.deleteFrom('passages').where('id', 'in', ids).execute();
  },

  async rebuild(writer: Writer, indexed: readonly IndexedPassage[]): Promise<void> {
    for (const { id, agentId, terms } of indexed) {
      const prefix = prefixOf(agentId);
      const [title, body] = [terms.head, terms.text].map(list => list.map(term => prefix + term).join(' '));
      await sql`insert into passage_index (rowid, title, body) values (${id}, ${title}, ${body})`.execute(
        writer,
      );
    }
  },

  find(agentId: string, query: PassageQuery): RawBuilder<{ id: number; score: number }> {
    const { limit, ranked, inHeading } = query;
    const prefix = prefixOf(agentId);
    const terms = query.terms.map(term => `"${prefix}${term}"`);
    const all = matchAtLeast(query.atLeast, terms, ' AND ', ' OR ');
    const match = inHeading ? `title : (${terms.join(' OR ')}) AND (${all})` : all;
    return ranked
      ? sql`select rowid as id, bm25(passage_index, 4.0, 1.0) as score from passage_index
          where passage_index match ${match} order by score limit ${limit}`
      : sql`select rowid as id, 0 as score from passage_index where passage_index match ${match} limit ${limit}`;
  },
};

/** A message's rowid is made of the conversation's number and its position, so that rows are read newest first. */
const POSITION_BITS = 20;
const POSITION_MAX = 2 ** POSITION_BITS - 1;

/** Messages indexed by FTS5, as the passages are. A term is one token, so neither columns nor positions are needed. */
const messages: MessageIndex = {
  create: [
    `create virtual table message_index using fts5 (
       terms, content='', contentless_delete=1, detail=none,
       tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co M*'")`,
  ],

  async insert(writer: Writer, added: readonly IndexedMessage[]): Promise<void> {
    for (const { number, agentId, position, terms } of added) {
      const prefix = prefixOf(agentId);
      const words = terms.map(term => prefix + term).join(' ');
      // A conversation of a million messages is found by its first ones.
      if (words !== '' && position <= POSITION_MAX)
        await sql`insert into message_index (rowid, terms) values (${rowOf(number, position)}, ${words})`.execute(
          writer,
        );
    }
  },

  async delete(writer: Writer, conversations: readonly number[]): Promise<void> {
    for (const number of conversations)
      await sql`delete from message_index
        where rowid >= ${rowOf(number, 0)} and rowid < ${rowOf(number + 1, 0)}`.execute(writer);
  },

  find(agentId: string, { terms, before, limit }: MessageQuery): RawBuilder<{ number: number }> {
    const prefix = prefixOf(agentId);
    const match = `${terms.map(term => `"${prefix}${term}"`).join(' AND ')}*`;
    const older = before === undefined ? sql`` : sql`and rowid < ${rowOf(before, 0)}`;
    return sql`select rowid >> ${sql.lit(POSITION_BITS)} as number from message_index
      where message_index match ${match} ${older} order by rowid desc limit ${limit}`;
  },
};

/** More than 32 bits, which a bitwise operator of JavaScript has not. */
function rowOf(number: number, position: number): number {
  return number * 2 ** POSITION_BITS + position;
}

const engine: StorageEngine = {
  generatedId: 'integer primary key',
  clustered: ' without rowid',
  passages,
  vectors: sqliteVectors,
  messages,
  reserve: undefined,
  // A transaction that writes locks the whole file.
  lock: async () => {},
};

function prefixOf(agentId: string): string {
  return agentId.replaceAll('-', '');
}
