import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { describeError } from '../../../src/service/errors.ts';

test('the log distinguishes a full disk from any other database error', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE kept (text TEXT); PRAGMA max_page_count = 2');
  const fill = (): void => {
    database.prepare('INSERT INTO kept VALUES (?)').run('said by a visitor '.repeat(10_000));
  };
  assert.throws(fill, error => {
    assert.match(describeError(error), /^Error ERR_SQLITE_ERROR \(database or disk is full\) at /);
    return true;
  });
});

test('the log omits what a visitor wrote, even if it looks like a stack frame', () => {
  const described = describeError(new TypeError('We meet\n    at seven, said a visitor'));
  assert.match(described, /^TypeError at .*errors\.test\.ts/);
});
