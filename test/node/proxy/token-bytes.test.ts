import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ProxyOptions } from '../../../src/proxy/index.ts';
import { event, KEY, message, openStream } from '../../fakes/upstream.ts';
import { eventsIn, setUp, textOf } from './harness.ts';

const TOKENS = [
  'Plain words, ',
  'a "quoted" one, ',
  'C:\\temp, ',
  'tab\tand\nline, ',
  'a bell \u0007, ',
  'deleted \u007f and \u0085, ',
  'Grüße, ',
  'ａ 日本語 ',
  '😀👩‍👩‍👧 ',
  '\u2028\ufeff\u00a0\uffff ',
  'שלום ',
  '',
  'x'.repeat(3000),
  'data: {"type":"done"}\n\n',
  'the end',
];
/** Written as no JSON serializer of JavaScript writes it, and still right. */
const ODD = [
  'data: {"type":"token","content":"\\u0041\\/\\u00fc\\ud83d\\ude00"}\n\n',
  'data:{"type":"token","content":"no space"}\n\n',
  'data: {"content":"turned round","type":"token"}\n\n',
  'data: {"type":"token","content":"with line breaks of two"}\r\n\r\n',
  ': data: {"type":"token","content":"in a comment"}\n\n',
];
/** No UTF-8: overlong, surrogates, beyond Unicode, alone, cut short. */
const ILL_FORMED = [
  'c080',
  'c1bf',
  'e08080',
  'eda080',
  'f0808080',
  'f4908080',
  'f5',
  '80',
  'c3',
  'e697',
  'ff',
];

/** A service that sends these bytes in pieces that end where told. */
async function hear(
  t: TestContext,
  sent: Buffer,
  ends: readonly number[],
  options: Partial<ProxyOptions> = {},
): Promise<string> {
  const { chat } = await setUp(t, {
    ...options,
    fetch: async () =>
      new Response(
        new ReadableStream({
          start(controller) {
            let from = 0;
            for (const end of [...ends, sent.length]) {
              if (end > from) controller.enqueue(new Uint8Array(sent.subarray(from, end)));
              from = end;
            }
            controller.close();
          },
        }),
        { headers: { 'Content-Type': 'text/event-stream' } },
      ),
  });
  const bytes = await (await chat({ message: 'Hello', stream: true })).arrayBuffer();
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function done(text: string): string {
  return event({ type: 'done', data: message({ body: {} } as Parameters<typeof message>[0], text) });
}

function everyWay(length: number, events: readonly number[]): Record<string, number[]> {
  let state = 7;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const bytes = Array.from({ length }, (_, at) => at);
  return {
    'in one piece': [],
    'event by event': [...events],
    'byte by byte': bytes,
    'a byte after each event': events.map(end => end + 1),
    'a byte before each event ends': events.map(end => end - 1),
    'behind the second byte of each event': events.map(end => end + 2),
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`cut at random (${i})`, bytes.filter(() => random() < 0.03)]),
    ),
  };
}

test('every character of a reply arrives as written, however the service’s bytes are cut', async t => {
  const events = [...TOKENS.map(content => event({ type: 'token', content })), ...ODD];
  const text = `${TOKENS.join('')}A/ü😀no spaceturned roundwith line breaks of two`;
  const sent = Buffer.from(events.join('') + done(text));
  let at = 0;
  const ends = events.map(one => {
    at += Buffer.byteLength(one);
    return at;
  });
  for (const [way, cuts] of Object.entries(everyWay(sent.length, ends))) {
    const heard = await hear(t, sent, cuts);
    assert.equal(textOf(eventsIn(heard)), text, way);
    const numbers = [...heard.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
    assert.deepEqual(
      numbers,
      Array.from({ length: TOKENS.length + 4 + 1 }, (_, i) => i + 1),
      way,
    );
  }
});

test('invalid UTF-8 arrives as replacement characters, never as it is', async t => {
  for (const hex of ILL_FORMED) {
    const token = Buffer.concat([
      Buffer.from('data: {"type":"token","content":"a'),
      Buffer.from(hex, 'hex'),
      Buffer.from('b"}\n\n'),
    ]);
    const sent = Buffer.concat([
      Buffer.from(event({ type: 'token', content: 'Before ' })),
      token,
      Buffer.from(done('')),
    ]);
    const first = sent.indexOf('a'.concat(Buffer.from(hex, 'hex').toString('latin1')), 'latin1');
    for (const cuts of [[], [sent.indexOf(token)], [first + 2]]) {
      const text = textOf(eventsIn(await hear(t, sent, cuts)));
      assert.equal(text, `Before a${new TextDecoder().decode(Buffer.from(hex, 'hex'))}b`, hex);
    }
  }
});

test('a token that contains the key ends the reply before it', async t => {
  const sent = Buffer.from(
    event({ type: 'token', content: 'Before ' }) + event({ type: 'token', content: `x ${KEY} y` }) + done(''),
  );
  for (const cuts of [[], [sent.indexOf('data:', 1)], [sent.indexOf(KEY) + 3]]) {
    const heard = await hear(t, sent, cuts);
    assert.ok(!heard.includes(KEY));
    assert.equal(textOf(eventsIn(heard)), 'Before ');
    assert.match(heard, /stream_interrupted/);
  }
});

/** The same JSON, as other languages write it. */
const SPELLINGS: Record<string, (json: string) => string> = {
  'as JavaScript': json => json,
  'with its slashes escaped': json => json.replaceAll('/', '\\/'),
  'with all of a string escaped': json =>
    json.replace(/(?<="(?:content|text)":")(?:[^"\\]|\\.)+/g, text =>
      [...(JSON.parse(`"${text}"`) as string)]
        .map(char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    ),
};

test('the key is recognised in a reply however JSON spells it', async t => {
  const apiKey = 'sk/canary+"5f0c\\9d1e7b';
  const { chat, upstream } = await setUp(t, { apiKey });
  for (const [how, spell] of Object.entries(SPELLINGS)) {
    for (const [token, whole] of [
      [apiKey, ''],
      ['', apiKey],
    ]) {
      upstream.onChat((request, response) => {
        openStream(response);
        response.write(spell(event({ type: 'token', content: 'Before ' })));
        response.write(spell(event({ type: 'token', content: `x ${token}` })));
        response.end(spell(event({ type: 'done', data: message(request, `x ${whole}`) })));
      });
      const events = eventsIn(await (await chat({ message: 'Hello', stream: true })).text());
      assert.ok(!JSON.stringify(events).includes(JSON.stringify(apiKey).slice(1, -1)), how);
      assert.equal(events.at(-1)?.code, 'stream_interrupted', how);
    }
    upstream.onChat((request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(spell(JSON.stringify({ data: message(request, apiKey) })));
    });
    assert.equal((await chat({ message: 'Hello' })).status, 502, how);
  }
});

test('no event that is longer than allowed gets through', async t => {
  const { chat, upstream } = await setUp(t, { limits: { eventBytes: 200 } });
  upstream.onChat((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(
      event({ type: 'token', content: 'short' }) + event({ type: 'token', content: 'x'.repeat(300) }),
    );
  });
  const events = eventsIn(await (await chat({ message: 'Hello', stream: true })).text());
  assert.equal(textOf(events), 'short');
  assert.equal(events.at(-1)?.type, 'error');
});

test('of a reply that is too long, everything that fits arrives, however it is cut', async t => {
  const one = event({ type: 'token', content: 'x'.repeat(20) });
  const sent = Buffer.from(one.repeat(10) + done(''));
  const limits = { replyBytes: one.length * 3 + 5 };
  for (const [way, cuts] of Object.entries(everyWay(sent.length, [one.length, one.length * 3]))) {
    const events = eventsIn(await hear(t, sent, cuts, { limits }));
    assert.equal(textOf(events), 'x'.repeat(60), way);
    assert.equal(events.at(-1)?.code, 'stream_interrupted', way);
  }
});
