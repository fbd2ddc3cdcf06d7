import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, KEY, message, openStream } from '../../fakes/upstream.ts';
import { seeded } from './cut-replies.ts';
import { errorCode, eventsIn, type Setup, setUp, textOf } from './harness.ts';

const random = seeded(11);

/** What a visitor hears of a reply in these tokens, written together or one by one. */
async function hear({ chat, upstream }: Setup, tokens: readonly string[], together: boolean) {
  upstream.onChat(async (request, response) => {
    openStream(response);
    const events = tokens.map(content => event({ type: 'token', content }));
    for (const piece of together ? [events.join('')] : events) {
      response.write(piece);
      if (!together) await new Promise(resolve => setImmediate(resolve));
    }
    response.end(event({ type: 'done', data: message(request, '') }));
  });
  return eventsIn(await (await chat({ message: 'Hello', stream: true })).text());
}

function split(text: string, size: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + size();
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

const SPLITS: Record<string, (text: string) => string[]> = {
  'letter by letter': text => split(text, () => 1),
  'in threes': text => split(text, () => 3),
  'with empty ones between': text => split(text, () => 5).flatMap(piece => [piece, '']),
  'in two, one of them its last letter': text => [text.slice(0, -1), text.slice(-1)],
  'at random': text => split(text, () => 1 + Math.floor(random() * 12)),
};

for (const [how, cut] of Object.entries(SPLITS)) {
  test(`the key does not get through in tokens that spell it together, ${how}`, async t => {
    for (const apiKey of [KEY, 'sk/canary+"5f0c\\9d1e7b', 'aabaabaabaacaab-01234']) {
      const setup = await setUp(t, { apiKey });
      for (const together of [true, false]) {
        for (const before of ['Your key is ', `${apiKey.slice(0, 9)} ${apiKey.slice(0, 6)}`]) {
          const events = await hear(setup, cut(before + apiKey), together);
          const told = textOf(events).slice(before.length);
          assert.ok(told.length < 8 && !textOf(events).includes(apiKey), told);
          assert.equal(events.at(-1)?.code, 'stream_interrupted');
        }
      }
    }
  });
}

test('a text that only begins like the key arrives whole', async t => {
  const setup = await setUp(t);
  for (const text of [
    `${KEY.slice(0, -1)}`,
    `${KEY.slice(0, 12)}${KEY.slice(0, -2)} and ${KEY.slice(0, 8)}`,
    `${KEY.slice(0, -1)}\n${KEY.slice(-1)}`,
    `${KEY.slice(0, -1)}ü${KEY.slice(-1)}"${KEY.slice(1)}`,
  ]) {
    for (const cut of [...Object.values(SPLITS), (whole: string) => [whole]]) {
      for (const together of [true, false]) {
        const events = await hear(setup, cut(text), together);
        assert.equal(textOf(events), text);
        assert.equal(events.at(-1)?.type, 'done');
      }
    }
  }
});

test('a key that repeats itself is found wherever it is, and nowhere else', async t => {
  const letters = (length: number): string =>
    Array.from({ length }, () => (random() < 0.7 ? 'a' : 'b')).join('');
  for (const apiKey of ['aaab', 'abaababaab', 'aaaaaaaaaaaa', 'abbabbabbaa']) {
    const setup = await setUp(t, { apiKey });
    for (let i = 0; i < 40; i++) {
      const text = letters(Math.floor(random() * 60));
      const events = await hear(setup, SPLITS['at random']!(text), i % 2 === 0);
      const known = text.includes(apiKey);
      assert.equal(events.at(-1)?.type, known ? 'error' : 'done', text);
      if (known) assert.ok(!textOf(events).includes(apiKey), text);
      else assert.equal(textOf(events), text);
    }
  }
});

test('a reply whose parts spell the key together reaches nobody', async t => {
  const { chat, upstream } = await setUp(t);
  const parts = [KEY.slice(0, 10), KEY.slice(10)].map(text => ({ type: 'text', text }));
  upstream.onChat((request, response) => {
    const data = { ...message(request, ''), parts };
    if ((request.body as { message: string }).message === 'as JSON') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
      return;
    }
    openStream(response);
    response.end(event({ type: 'done', data }));
  });
  const whole = await chat({ message: 'as JSON' });
  assert.equal(whole.status, 502);
  assert.equal(await errorCode(whole), 'upstream_unavailable');
  const events = eventsIn(await (await chat({ message: 'as a stream', stream: true })).text());
  assert.deepEqual(
    events.map(({ type }) => type),
    ['error'],
  );
});
