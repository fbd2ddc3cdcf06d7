import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffDelay } from '../../../src/protocol/limits.ts';
import {
  readRateLimit,
  readRemaining,
  waitAfterRefusal,
  writeRateLimit,
} from '../../../src/protocol/rate-limit.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const headers = (init: Record<string, string>): Headers => new Headers(init);

test('the three headers are parsed', () => {
  const written = headers({});
  writeRateLimit(written, { limit: 60, remaining: 0, reset: 1_767_268_800 });
  assert.deepEqual(readRateLimit(written), { limit: 60, remaining: 0, reset: 1_767_268_800 });
  written.set('X-RateLimit-Limit', 'many');
  assert.equal(readRateLimit(written), undefined);
});

test('if a header occurs twice, from a gateway and from the service, the stricter one counts', () => {
  const twice = headers({
    'X-RateLimit-Limit': '60, 200',
    'X-RateLimit-Remaining': '59, 0',
    'X-RateLimit-Reset': `${NOW / 1000 + 20}, ${NOW / 1000 + 5}`,
  });
  assert.deepEqual(readRateLimit(twice), { limit: 60, remaining: 0, reset: NOW / 1000 + 20 });
  assert.equal(waitAfterRefusal(twice, NOW), 20_000);
  for (const [text, remaining] of [
    ['5, 5', 5],
    ['5,3', 3],
    ['7, -1', 0],
    ['5, many', undefined],
    ['5,', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(readRemaining(headers({ 'X-RateLimit-Remaining': text })), remaining, text);
  }
});

test('the wait is sane, whatever a refusal says', () => {
  const cases: [Record<string, string>, number | undefined][] = [
    [{}, undefined],
    [{ 'Retry-After': '7' }, 7000],
    [{ 'Retry-After': 'Thu, 01 Jan 2026 12:00:09 GMT' }, 9000],
    [{ 'Retry-After': '900' }, 900_000],
    [{ 'Retry-After': '86400' }, 86_400_000],
    [{ 'Retry-After': '9'.repeat(20) }, 7 * 86_400_000],
    [{ 'Retry-After': 'Thu, 01 Jan 2026 12:15:00 GMT', Date: 'Thu, 01 Jan 2026 12:00:00 GMT' }, 900_000],
    [{ 'Retry-After': 'Sat, 01 Jan 2028 12:00:00 GMT' }, 300_000],
    [{ 'Retry-After': '-5' }, undefined],
    [{ 'Retry-After': 'soon' }, undefined],
    [{ 'Retry-After': '7, 9' }, 9000],
    [{ 'Retry-After': '7, Thu' }, undefined],
    [{ 'X-RateLimit-Reset': String(NOW / 1000 + 20) }, 20_000],
    [{ 'X-RateLimit-Reset': String(NOW + 20_000) }, 20_000],
    [{ 'X-RateLimit-Reset': String(NOW / 1000 - 50) }, 0],
    [{ 'X-RateLimit-Reset': String(NOW / 1000 + 10 * 365 * 86_400) }, 300_000],
    [{ 'Retry-After': '3', 'X-RateLimit-Reset': String(NOW / 1000 + 20) }, 3000],
  ];
  for (const [init, wait] of cases)
    assert.equal(waitAfterRefusal(headers(init), NOW), wait, JSON.stringify(init));
});

test('a clock that is wrong by a year does not change the wait', () => {
  const answer = headers({ Date: new Date(NOW).toUTCString(), 'X-RateLimit-Reset': String(NOW / 1000 + 20) });
  assert.equal(waitAfterRefusal(answer, NOW - 365 * 86_400_000), 20_000);
  assert.equal(waitAfterRefusal(answer, NOW + 365 * 86_400_000), 20_000);
});

test('retries wait 1 s, doubled each time, and never more than 30 s', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 50].map(backoffDelay),
    [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000],
  );
});
