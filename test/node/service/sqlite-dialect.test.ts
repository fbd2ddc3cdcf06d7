import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { nodeSqliteDialect } from '../../../src/databases/sqlite-dialect.ts';
import { openSqliteFile } from '../../../src/databases/sqlite-file.ts';

test('a transaction that reads before it writes is not refused because another process writes meanwhile', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-sqlite-'));
  const file = openSqliteFile(folder, 'shared.sqlite');
  file.exec('create table counters (value integer); insert into counters values (1)');
  const database = new Kysely<{ counters: { value: number } }>({ dialect: nodeSqliteDialect(file) });
  // As another process has it: a connection of its own, which does not wait.
  const other = new DatabaseSync(join(folder, 'shared.sqlite'), { timeout: 0 });
  t.after(async () => {
    other.close();
    await database.destroy();
    rmSync(folder, { recursive: true });
  });
  const add = 'update counters set value = value + 10';
  await database.transaction().execute(async writer => {
    const { value } = await writer.selectFrom('counters').select('value').executeTakeFirstOrThrow();
    assert.throws(() => other.exec(add), /locked/);
    await writer
      .updateTable('counters')
      .set({ value: value + 1 })
      .execute();
  });
  other.exec(add);
  assert.equal((await database.selectFrom('counters').select('value').executeTakeFirst())?.value, 12);
});

test('a row number beyond what JavaScript can represent is written, and so are the following rows', async t => {
  const database = new Kysely<{ counters: { id: bigint; value: number } }>({
    dialect: nodeSqliteDialect(new DatabaseSync(':memory:')),
  });
  t.after(() => database.destroy());
  await database.schema
    .createTable('counters')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('value', 'integer')
    .execute();
  // As those that the index of passages has inside of itself, which stay the connection's last until another is added.
  const id = 9_007_199_254_740_993n;
  await database.transaction().execute(async writer => {
    const added = await writer.insertInto('counters').values({ id, value: 1 }).executeTakeFirstOrThrow();
    assert.equal(added.insertId, id);
    const changed = await writer.updateTable('counters').set({ value: 2 }).executeTakeFirstOrThrow();
    assert.equal(changed.numUpdatedRows, 1n);
  });
  assert.deepEqual(await database.selectFrom('counters').select('value').execute(), [
    Object.assign(Object.create(null), { value: 2 }),
  ]);
});
