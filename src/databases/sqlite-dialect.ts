import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** Lets Kysely speak to `node:sqlite`, whose statements differ from those of the driver it was written for. */
export function nodeSqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Who uses a file last, and resolves when he is done. */
interface Queue {
  last: Promise<void>;
}

/**
 * By path. Opened twice in one process, as when a development server loads a module anew, a file has one queue all the
 * same: SQLite would wait for the other's transaction with the thread in its hands that the other needs to end it.
 */
const queues = new Map<string, Queue>();

function queueOf(database: DatabaseSync): Queue {
  const { file } = database.prepare('pragma database_list').get() as { file: string };
  const queue = queues.get(file) ?? { last: Promise.resolve() };
  if (file !== '') queues.set(file, queue);
  return queue;
}

/** One connection, one user at a time: SQLite has a single writer, and the calls are synchronous. */
class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;
  readonly #queue: Queue;
  #release: () => void = () => {};

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new NodeSqliteConnection(database);
    this.#queue = queueOf(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#queue.last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.last = promise;
    await before;
    this.#release = resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  // "immediate": a transaction that would start with a read and then write can meet another process's write in
  // between, and SQLite refuses that at once instead of waiting.
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk SQLite rolls back automatically.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

const RETURNS_ROWS = /^\s*(?:select|with|pragma|explain)\b|\breturning\b/i;
const STATEMENTS_KEPT = 200;
const LENGTH_KEPT = 6000;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (RETURNS_ROWS.test(sql)) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#database.prepare(sql).iterate(...(parameters as SQLInputValue[]))) {
      yield { rows: [row as R] };
    }
  }

  #prepare(sql: string): StatementSync {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#database.prepare(sql);
    // Whatever is run tells the last row's number, were it none of its own. Node.js 26 fails where that is no safe
    // integer, as are those inside of a full-text index: in a transaction, with its end still to come.
    if (!RETURNS_ROWS.test(sql)) statement.setReadBigInts(true);
    // Longer ones take much memory, and nobody needs them twice soon.
    if (sql.length < LENGTH_KEPT) {
      if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
