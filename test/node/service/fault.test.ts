import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { describeFault } from '../../../src/service/fault.ts';

test('the log tells a full disk from any other fault of the database', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE kept (text TEXT); PRAGMA max_page_count = 2');
  const fill = (): void => {
    database.prepare('INSERT INTO kept VALUES (?)').run('said by a visitor '.repeat(10_000));
  };
  assert.throws(fill, error => {
    assert.match(describeFault(error), /^Error ERR_SQLITE_ERROR \(database or disk is full\) at /);
    return true;
  });
});

test('what a visitor wrote is left out of the log, though it looks like a place in the code', () => {
  const described = describeFault(new TypeError('We meet\n    at seven, said a visitor'));
  assert.match(described, /^TypeError at .*fault\.test\.ts/);
});
