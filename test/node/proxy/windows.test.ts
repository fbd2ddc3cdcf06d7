import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN, AGENT, setUp, visitorToken } from './harness.ts';

const LIMIT = 60;
const START = Date.UTC(2027, 0, 1);

test('a window begins with its first message, admits sixty, and the next one begins after it', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: START });
  const { chat, change, upstream } = await setUp(t);
  await change({ rateLimit: { messages: LIMIT, seconds: 60, message: '' } });
  upstream.seen.length = 0;
  const send = async (count: number): Promise<{ status: number; remaining: number; reset: number }[]> => {
    const answers: { status: number; remaining: number; reset: number }[] = [];
    for (let i = 0; i < count; i++) {
      const { status, headers } = await chat({ message: 'hi' });
      assert.equal(headers.get('X-RateLimit-Limit'), String(LIMIT));
      const remaining = Number(headers.get('X-RateLimit-Remaining'));
      answers.push({ status, remaining, reset: Number(headers.get('X-RateLimit-Reset')) });
    }
    return answers;
  };
  const at = (seconds: number): void => t.mock.timers.setTime(START + seconds * 1000);
  const first = await send(5);
  at(59);
  first.push(...(await send(55)));
  assert.deepEqual(
    first.map(({ remaining }) => remaining),
    Array.from({ length: LIMIT }, (_, i) => LIMIT - 1 - i),
    'what is left falls by one each time',
  );
  assert.ok(first.every(({ status, reset }) => status === 200 && reset === START / 1000 + 60));
  assert.deepEqual(await send(1), [{ status: 429, remaining: 0, reset: START / 1000 + 60 }], 'the 61st');
  assert.equal((await chat({ message: 'hi' })).headers.get('Retry-After'), '1');
  at(61);
  const next = await send(LIMIT + 1);
  assert.equal(next.filter(({ status }) => status === 200).length, LIMIT);
  assert.ok(next.every(({ reset }) => reset === START / 1000 + 121));
  assert.equal(upstream.seen.length, 2 * LIMIT);
});

test('a refused visitor is admitted again when the clock is set back an hour', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: START });
  const { chat, change } = await setUp(t);
  await change({ rateLimit: { messages: 1, seconds: 60, message: '' } });
  const statuses = async (): Promise<number[]> => [
    (await chat({ message: 'hi' })).status,
    (await chat({ message: 'hi' })).status,
  ];
  assert.deepEqual(await statuses(), [200, 429]);
  t.mock.timers.setTime(START - 3_600_000);
  assert.deepEqual(await statuses(), [200, 429]);
});

test('a visitor who has used up the limit can still join their replies', async t => {
  const { chat, change, upstream } = await setUp(t);
  await change({ rateLimit: { messages: 1, seconds: 60, message: '' } });
  upstream.seen.length = 0;
  const question = { message: 'hi', stream: true };
  const first = await chat(question, { 'Idempotency-Key': 'k' });
  await first.text();
  const visitor = { 'X-Visitor-Token': visitorToken(first) };
  assert.equal((await chat(question, { ...visitor, 'Idempotency-Key': 'other' })).status, 429);
  for (let i = 0; i < 3; i++) {
    const again = await chat(question, { ...visitor, 'Idempotency-Key': 'k', 'Last-Event-ID': String(i) });
    assert.equal(again.status, 200);
    await again.text();
  }
  assert.equal(upstream.seen.length, 1);
});

test('an answer that counts nothing reports the remainder of the visitor’s own limit too', async t => {
  const { ask, chat, change } = await setUp(t);
  await change({ rateLimit: { messages: 2, seconds: 60, message: '' } });
  const left = async (answer: Response): Promise<(string | null)[]> => {
    await answer.text();
    return ['Limit', 'Remaining'].map(name => answer.headers.get(`X-RateLimit-${name}`));
  };
  const preflight = (): Promise<Response> =>
    ask(`/api/v2/agents/${AGENT}/chat`, { method: 'OPTIONS', headers: { Origin: 'https://shop.example' } });
  assert.deepEqual(await left(await preflight()), ['2', '2']);
  const first = await chat({ message: 'hi' }, { 'Idempotency-Key': 'k' });
  assert.deepEqual(await left(first), ['2', '1']);
  const visitor = { 'X-Visitor-Token': visitorToken(first) };
  const joined = (): Promise<Response> => chat({ message: 'hi' }, { ...visitor, 'Idempotency-Key': 'k' });
  assert.deepEqual(await left(await joined()), ['2', '1']);
  assert.deepEqual(await left(await chat({ message: '' })), ['2', '1']);
  assert.deepEqual(await left(await chat({ message: 'hi', conversationId: 'x' })), ['2', '1']);
  assert.deepEqual(await left(await chat({ message: 'hi' })), ['2', '0']);
  assert.deepEqual(await left(await joined()), ['2', '0']);
  // The owner has no limit of his own.
  assert.deepEqual(await left(await chat({ message: '' }, { Authorization: `Bearer ${ADMIN}` })), [
    '60',
    '59',
  ]);
});
