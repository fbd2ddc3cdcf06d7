import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { faultOf } from '../../../src/proxy/operations/logger.ts';

test('the log distinguishes a full disk from any other database error', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE kept (text TEXT); PRAGMA max_page_count = 2');
  const fill = (): void => {
    database.prepare('INSERT INTO kept VALUES (?)').run('said by a visitor '.repeat(10_000));
  };
  assert.throws(fill, error => {
    const fault = 'Error ERR_SQLITE_ERROR (database or disk is full)';
    assert.deepEqual(faultOf(error), { fault });
    assert.deepEqual(faultOf(new TypeError('not kept', { cause: error })), {
      fault: fault.replace('Error', 'TypeError'),
    });
    return true;
  });
});

test('the text of an error, which may contain anything, is not logged', () => {
  const code = 'ECONNRESET';
  assert.deepEqual(faultOf(Object.assign(new Error('said by a visitor'), { code })), {
    fault: `Error ${code}`,
  });
  assert.deepEqual(faultOf(new TypeError('said by a visitor')), { fault: 'TypeError' });
  assert.deepEqual(faultOf('said by a visitor'), { fault: 'string' });
});
