import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type Answer,
  event,
  message,
  openStream,
  RATE_HEADERS,
  refuse,
  reply,
} from '../../fakes/upstream.ts';
import { ADMIN, AGENT, errorCode, eventsIn, setUp, textOf, until, visitorToken } from './harness.ts';

test('a permanent refusal is not retried', async t => {
  const { chat, upstream } = await setUp(t);
  for (const status of [301, 400, 401, 402, 403, 404, 409, 413, 415, 422]) {
    upstream.onChat((_, response) => refuse(response, status));
    for (const stream of [true, false]) {
      upstream.seen.length = 0;
      const response = await chat({ message: 'hi', stream });
      assert.ok(response.status >= 400, String(status));
      assert.doesNotMatch(await response.text(), /whatever|refused with/);
      assert.equal(upstream.seen.length, 1, String(status));
    }
  }
});

test('a service that fails once or twice and then answers is asked again, and the visitor sees only the answer', async t => {
  const { chat, upstream } = await setUp(t);
  const tries = new Map<string, number>();
  upstream.onChat((request, response) => {
    const question = (request.body as { message: string }).message;
    const before = tries.get(question) ?? 0;
    tries.set(question, before + 1);
    const [fault, times] = question.split(' × ');
    if (before >= Number(times)) reply(request, response, ['Hello ', question]);
    else if (fault === 'hung up') response.destroy();
    else refuse(response, Number(fault));
  });
  const faults = ['408', '500', '502', '503', '504', 'hung up'];
  const questions = faults.flatMap(fault => [`${fault} × 1`, `${fault} × 2`]);
  await Promise.all(
    questions.map(async question => {
      const response = await chat({ message: question, stream: true });
      const events = eventsIn(await response.text());
      assert.equal(textOf(events), `Hello ${question}`);
      assert.equal(events.at(-1)?.type, 'done');
      assert.equal(tries.get(question), Number(question.at(-1)) + 1);
    }),
  );
});

test('an accepted question is not asked again because its answer is compressed', async t => {
  const { ask, change, chat, upstream } = await setUp(t);
  const answer =
    (status: number, body: object): Answer =>
    (_, response) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', ...RATE_HEADERS };
      response.writeHead(status, headers).end(gzipSync(JSON.stringify(body)));
    };
  upstream.onService(answer(202, { message: 'fine' }));
  assert.equal((await change({ name: 'Packed' })).status, 202);
  const settings = await ask(`/api/v2/agents/${AGENT}/settings`);
  assert.match(await settings.text(), /Packed/);
  for (const [given, told] of [
    [200, 502],
    [402, 402],
    [404, 404],
  ] as const) {
    upstream.seen.length = 0;
    upstream.onChat(answer(given, {}));
    assert.equal((await chat({ message: 'hi' })).status, told);
    assert.equal(upstream.seen.length, 1);
  }
});

for (const [what, head] of [
  ['is longer than any gateway lets through', `HTTP/1.1 200 OK\r\nX-Policy: ${'x'.repeat(200_000)}\r\n\r\n`],
  ['no parser can read', 'HTTP/1.1 200 OK\r\nContent Type: text/event-stream\r\n\r\n'],
] as const) {
  test(`a question is not asked again because the head of its answer ${what}`, async t => {
    const { ask, chat, upstream } = await setUp(t);
    const answer: Answer = (_, { socket }) => void socket?.write(head);
    upstream.onChat(answer);
    upstream.onService(answer);
    const response = await chat({ message: 'hi' });
    assert.equal(response.status, 502);
    assert.equal(await errorCode(response), 'upstream_unavailable');
    assert.equal(upstream.seen.length, 1);
    const owner = { headers: { Authorization: `Bearer ${ADMIN}` } };
    assert.equal((await ask(`/v2/chatbots/${AGENT}/contacts`, owner)).status, 502);
    assert.equal((await ask('/readyz')).status, 503);
  });
}

test('a question is not asked again because the answer switches protocols', async t => {
  const { ask, chat, upstream } = await setUp(t);
  const answer: Answer = (_, response) =>
    void response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'websocket' }).end();
  upstream.onChat(answer);
  upstream.onService(answer);
  for (const stream of [true, false]) {
    upstream.seen.length = 0;
    const response = await chat({ message: 'hi', stream });
    assert.equal(response.status, 502);
    assert.equal(await errorCode(response), 'upstream_unavailable');
    assert.equal(upstream.seen.length, 1);
    await upstream.seen[0]!.closed;
  }
  assert.equal((await ask('/readyz')).status, 503);
});

/** Answers of 200 that are none. */
const MALFORMED: [string, Answer][] = [
  ['a page of a captive portal', answer('text/html', '<html>Log in to the network</html>')],
  ['an error said with 200', answer('application/json', '{"error":{"code":"x","message":"theirs"}}')],
  ['a good reply that calls itself a text', (request, response) => goodAs('text/plain', request, response)],
  ['a good reply without a type', (request, response) => goodAs('', request, response)],
  ['nothing', answer('application/json', '')],
  ['a list', answer('application/json', '[]')],
  ['a message without parts', answer('application/json', '{"data":{"id":"theirs","role":"assistant"}}')],
  ['JSON cut short', answer('application/json', '{"data":{"id":"theirs","ro')],
  ['more JSON than a reply may have', answer('application/json', `"${'x'.repeat(5 * 1024 * 1024)}"`)],
  ['204', (_, response) => void response.writeHead(204).end()],
  [
    'a change of protocol',
    (_, response) => void response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'x' }).end(),
  ],
  [
    'a packed answer cut short',
    (request, response) => {
      const bytes = gzipSync(JSON.stringify({ data: message(request, 'theirs') }));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.end(bytes.subarray(0, bytes.length / 2));
    },
  ],
  [
    'fewer bytes than announced',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"data":');
      setImmediate(() => response.destroy());
    },
  ],
];

function goodAs(type: string, ...[request, response]: Parameters<Answer>): void {
  response.writeHead(200, type ? { 'Content-Type': type } : {});
  response.write(event({ type: 'token', content: 'theirs' }));
  response.end(event({ type: 'done', data: message(request, 'theirs') }));
}

function answer(type: string, body: string): Answer {
  return (_, response) => void response.writeHead(200, { 'Content-Type': type }).end(body);
}

for (const [what, malformed] of MALFORMED) {
  test(`a service that answers with ${what} ends in a failure with our own words`, async t => {
    const { chat, upstream } = await setUp(t, { limits: { attempts: 1 } });
    upstream.onChat(malformed);
    for (const stream of [true, false]) {
      const response = await chat({ message: 'hi', stream });
      const text = await response.text();
      assert.doesNotMatch(text, /theirs|network|"done"/);
      if (response.status === 200) assert.equal(eventsIn(text).at(-1)?.type, 'error');
      else assert.equal(response.status, 502, text);
    }
    upstream.onChat((request, response) => reply(request, response, ['fine']));
    assert.equal((await chat({ message: 'hi' })).status, 200);
  });
}

test('the log tells an owner that the configured address is not an agent service', async t => {
  const lines: object[] = [];
  const error = (fields: object): unknown => lines.push(fields);
  const logger = { debug() {}, info() {}, warn() {}, error };
  const { chat, upstream } = await setUp(t, { logger });
  for (const answer of [
    (_, response) => void response.writeHead(301, { Location: 'https://elsewhere.example/' }).end(),
    (_, response) => refuse(response, 405),
    ...MALFORMED.slice(0, 2).map(([, malformed]) => malformed),
  ] as Answer[]) {
    lines.length = 0;
    upstream.onChat(answer);
    const { error: told } = (await (await chat({ message: 'hi' })).json()) as {
      error: { requestId: string };
    };
    assert.equal(lines.length, 1);
    assert.equal((lines[0] as { requestId: string }).requestId, told.requestId);
  }
});

test('the log tells an owner that a contact or a setting did not get through, and why', async t => {
  const lines: string[] = [];
  const note = (fields: object, line: string): void => {
    lines.push(`${(fields as { status: number }).status} ${line}`);
    assert.ok('requestId' in fields);
  };
  const { ask, change, upstream } = await setUp(t, { logger: { info() {}, warn: note, error: note } });
  const contacts = `/v2/chatbots/${AGENT}/contacts`;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ users: [{ external_id: 'a', name: 'Ada', email: 'ada@shop.example' }] });
  const asOwner = { headers: { ...headers, Authorization: `Bearer ${ADMIN}` } };
  const requests = [
    () => ask(contacts, { method: 'POST', headers, body }),
    () => ask(contacts, { method: 'POST', ...asOwner, body }),
    () => ask(contacts, asOwner),
    () => change({ name: 'Ada' }),
  ];
  for (const [answer, told] of [
    [401, '401 the service does not accept the key for this agent'],
    [500, '500 the service failed to answer'],
    ['hung up', '0 the service failed to answer'],
    [301, '301 the service did not answer as an agent service does'],
    [404, undefined],
    [429, undefined],
  ] as const) {
    upstream.onService((_, response) => {
      if (answer === 'hung up') response.destroy();
      else refuse(response, answer);
    });
    for (const request of requests) {
      lines.length = 0;
      assert.ok((await request()).status >= 400);
      assert.deepEqual(lines, told ? [told] : []);
    }
  }
});

test('an owner without credits does not read that the key is refused', async t => {
  const lines: string[] = [];
  const note = (_: object, message: string): unknown => lines.push(message);
  const logger = { info() {}, warn: note, error: note };
  const { chat, upstream } = await setUp(t, { logger });
  upstream.onChat((_, response) => {
    response.writeHead(403, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 'credits_exhausted', message: 'none left' } }));
  });
  assert.equal((await chat({ message: 'hi' })).status, 402);
  assert.deepEqual(lines, ['the service has no credits left']);
});

for (const [how, finish] of [
  ['is cut', response => setImmediate(() => response.destroy())],
  ['is longer than any reply', response => response.end(`"${'x'.repeat(2000)}"}`)],
  ['ends too early', response => response.end()],
] as const satisfies [string, (response: ServerResponse) => unknown][]) {
  test(`a whole answer that ${how} counts as asked, and is not asked for again with its key`, async t => {
    const limits = { attempts: 1, replyBytes: 1000 };
    const { chat, upstream } = await setUp(t, { limits });
    upstream.onChat((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', ...RATE_HEADERS }).write('{"data":');
      finish(response);
    });
    const first = await chat({ message: 'hi' }, { 'Idempotency-Key': 'a' });
    const headers = { 'Idempotency-Key': 'a', 'X-Visitor-Token': visitorToken(first) };
    const again = await chat({ message: 'hi' }, headers);
    for (const response of [first, again]) {
      assert.equal(response.status, 502);
      assert.equal(await errorCode(response), 'stream_interrupted');
    }
    assert.match(await (await chat({ message: 'hi', stream: true }, headers)).text(), /stream_interrupted/);
    assert.equal(upstream.seen.length, 1);
  });
}

test('replies that outlast the grace period end with an error event, and closing does not wait longer', async t => {
  const { chat, upstream, proxy } = await setUp(t);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'half' }));
  });
  const streams = await Promise.all(
    Array.from({ length: 20 }, (_, i) => chat({ message: `${i}`, stream: true })),
  );
  await until(() => upstream.seen.length === 20, 'all are asked');
  await proxy.close({ graceMs: 100 });
  for (const stream of streams) {
    const events = eventsIn(await stream.text());
    assert.equal(textOf(events), 'half');
    assert.equal(events.at(-1)?.code, 'stream_interrupted');
  }
});

test('closing does not wait longer if the clock is set back meanwhile', { timeout: 10_000 }, async t => {
  const { chat, upstream, proxy } = await setUp(t);
  upstream.onChat((_, response) => openStream(response));
  const response = await chat({ message: 'hi', stream: true });
  const closed = proxy.close({ graceMs: 100 });
  await new Promise(resolve => setImmediate(resolve));
  const now = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => now() - 3_600_000);
  await closed;
  assert.equal(eventsIn(await response.text()).at(-1)?.code, 'stream_interrupted');
});

test('while it closes, running replies can be joined and stopped, and no others begin', async t => {
  const { chat, ask, proxy, upstream } = await setUp(t);
  upstream.onChat((_, response) => openStream(response));
  const headers = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'Idempotency-Key': 'k' };
  const question = { message: 'hi', stream: true };
  const first = await chat(question, headers);
  const closed = proxy.close({ graceMs: 60_000 });
  const joined = await chat(question, headers);
  const refused = await chat(question, { ...headers, 'Idempotency-Key': 'new' });
  assert.deepEqual([joined.status, refused.status], [200, 503]);
  assert.ok(refused.headers.get('Retry-After'));
  const stopped = await ask(`/api/v2/agents/${AGENT}/chat/k`, { method: 'DELETE', headers });
  assert.equal(stopped.status, 204);
  for (const response of [first, joined]) assert.match(await response.text(), /stream_interrupted/);
  await closed;
  assert.equal(upstream.seen.length, 1);
});

test('requests that are on their way when it begins to close are answered', async t => {
  const { ask, proxy, upstream } = await setUp(t);
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  let arrived = 0;
  const slow = (text: string): RequestInit & { duplex: 'half' } => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    duplex: 'half',
    body: new ReadableStream(
      {
        async pull(stream) {
          arrived++;
          await sent;
          stream.enqueue(new TextEncoder().encode(text));
          stream.close();
        },
      },
      { highWaterMark: 0 },
    ),
  });
  const question = ask(`/api/v2/agents/${AGENT}/chat`, slow('{"message":"hi","stream":true}'));
  const lead = ask(`/v2/chatbots/${AGENT}/contacts`, slow('{"users":[{"external_id":"me"}]}'));
  await until(() => arrived === 2, 'both are read');
  const closed = proxy.close({ graceMs: 60_000 });
  send();
  assert.equal(eventsIn(await (await question).text()).at(-1)?.type, 'done');
  assert.equal((await lead).status, 201);
  await closed;
  assert.equal(upstream.seen.length, 2);
});

test('stop works at once although the service has fallen silent', async t => {
  const { ask, chat, upstream } = await setUp(t);
  upstream.onChat((_, response) => openStream(response));
  const session = await ask('/api/v2/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const visitor = { 'X-Visitor-Token': session.headers.get('X-Visitor-Token') ?? '' };
  const running = await chat({ message: 'hi', stream: true }, { ...visitor, 'Idempotency-Key': 'k' });
  const stopped = await ask(`/api/v2/agents/${AGENT}/chat/k`, { method: 'DELETE', headers: visitor });
  assert.equal(stopped.status, 204);
  await running.text();
  await upstream.seen[0]?.closed;
});

test('only what a finished reply reports counts as spent, once, and never less than zero', async t => {
  const { ask, chat, upstream } = await setUp(t, { creditsPerMonth: 100, limits: { attempts: 1 } });
  const spend =
    (credits: unknown): Answer =>
    (request, response) => {
      const data = message(request, 'dear');
      Object.assign(data.metadata as object, { usage: { credits } });
      openStream(response);
      response.end(
        event({ type: 'token', content: 'dear' }) +
          event({ type: 'done', data }).replace('"ENDLESS"', '1e999'),
      );
    };
  const say = async (given: Answer): Promise<void> => {
    upstream.onChat(given);
    await (await chat({ message: 'hi', stream: true })).text();
  };
  await say(spend(2));
  await say(spend(-50));
  await say(spend('many'));
  await say(spend('ENDLESS'));
  await say((_, response) => {
    openStream(response);
    response.end(event({ type: 'token', content: 'a' }) + event({ type: 'error', message: 'x' }));
  });
  await say((_, response) => refuse(response, 402));
  upstream.onChat(spend(3));
  const key = { 'Idempotency-Key': 'one' };
  const first = await chat({ message: 'hi', stream: true }, key);
  await first.text();
  const again = { ...key, 'X-Visitor-Token': first.headers.get('X-Visitor-Token') ?? '' };
  await (await chat({ message: 'hi', stream: true }, again)).text();
  const owner = { Authorization: `Bearer ${ADMIN}` };
  const metrics = await (await ask('/metrics', { headers: owner })).text();
  assert.match(metrics, /^agent_chat_proxy_credits_spent_total 5$/m);
  assert.match(metrics, /^agent_chat_proxy_credits_left 95$/m);
});

test('a visitor who leaves before the answer begins is not counted as a failure', async t => {
  const { ask, chat, upstream } = await setUp(t);
  for (const stream of [true, false]) {
    // A reason is whatever the adapter of a server gives: Node's has a text.
    for (const reason of [undefined, 'The connection was closed.']) {
      const asked = Promise.withResolvers<void>();
      upstream.onChat(() => asked.resolve());
      const leaving = new AbortController();
      const answer = chat({ message: 'hi', stream }, {}, leaving.signal);
      await asked.promise;
      leaving.abort(reason);
      await answer;
    }
  }
  const owner = { headers: { Authorization: `Bearer ${ADMIN}` } };
  const metrics = await (await ask('/metrics', owner)).text();
  assert.match(metrics, /requests_total\{route="[^"]+\/chat",status="499"\} 4$/m);
  assert.doesNotMatch(metrics, /status="500"|code="internal"/);
});
