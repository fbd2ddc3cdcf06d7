import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { faultOf } from '../../../src/proxy/operations/logger.ts';

test('the log tells a full disk from any other fault of the database', () => {
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

test('the words of a fault, which may hold anything, are left out of the log', () => {
  const code = 'ECONNRESET';
  assert.deepEqual(faultOf(Object.assign(new Error('said by a visitor'), { code })), {
    fault: `Error ${code}`,
  });
  assert.deepEqual(faultOf(new TypeError('said by a visitor')), { fault: 'TypeError' });
  assert.deepEqual(faultOf('said by a visitor'), { fault: 'string' });
});
