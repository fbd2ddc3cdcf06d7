import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, secondsToMidnight } from '../../../src/service/storage/clock.ts';

test('a caller who has used up a day is told to return when the next one begins', () => {
  for (const time of ['2026-02-28T00:00:00Z', '2026-02-28T17:03:09Z', '2026-12-31T23:59:59Z']) {
    const now = Date.parse(time) / 1000;
    const left = secondsToMidnight(now);
    assert.equal(dayOf(now + left - 1), dayOf(now), time);
    assert.notEqual(dayOf(now + left), dayOf(now), time);
  }
});
