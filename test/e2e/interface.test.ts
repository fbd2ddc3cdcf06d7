import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort } from '../../scripts/loopback.ts';
import { type App, startApp } from './app.ts';

const QUESTION = 'How do I run it on another port?';
let app: App;
let service: string;

before(async () => {
  const port = await freePort();
  service = `http://127.0.0.1:${port}`;
  app = await startApp({ SERVICE_PORT: String(port) });
});

after(() => app?.stop());

interface Reply {
  id: string;
  role: string;
  parts: { type: string; text?: string }[];
  metadata: Record<string, unknown>;
}

test('the same question is answered as JSON and as a stream, in the shapes of the interface', async () => {
  for (const base of [service, app.url]) {
    const json = await ask(base, { message: QUESTION });
    assert.equal(json.status, 200);
    const { data } = (await json.json()) as { data: Reply };
    const text = data.parts.filter(part => part.type === 'text').map(part => part.text);
    assert.match(text.join(''), /8787/);
    assertReply(data);
    assertRateLimit(json.headers);

    const stream = await ask(base, { message: QUESTION, stream: true });
    assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
    assertRateLimit(stream.headers);
    const events = (await stream.text())
      .split('\n\n')
      .flatMap(block => block.split('\n').filter(line => line.startsWith('data:')))
      .map(line => JSON.parse(line.slice(5)) as { type: string; content?: string; data?: Reply });
    const done = events.at(-1);
    assert.equal(done?.type, 'done');
    assert.ok(events.length > 3, 'the answer comes in several tokens');
    assert.ok(events.slice(0, -1).every(event => event.type === 'token'));
    assert.ok(done?.data);
    assertReply(done.data);
    const streamed = events.map(event => event.content ?? '').join('');
    const whole = done.data.parts.filter(part => part.type === 'text').map(part => part.text);
    assert.equal(streamed, whole.join(''));
    assert.equal(streamed, text.join(''));
  }
});

test('the agent remembers the previous turn', async () => {
  const first = await ask(service, { message: QUESTION });
  const { data } = (await first.json()) as { data: Reply };
  const conversationId = data.metadata.conversationId;
  const second = await ask(service, { message: 'and the data folder?', conversationId });
  const { data: reply } = (await second.json()) as { data: Reply };
  assert.equal(reply.metadata.conversationId, conversationId);
  assert.match(JSON.stringify(reply.parts), /DATA_DIR/);
});

test('invalid input is answered as the interface says', async () => {
  const cases: [string, () => Promise<Response>, number, string][] = [
    ['an empty message', () => ask(service, { message: '' }), 400, 'invalid_message'],
    ['2001 characters', () => ask(service, { message: 'a'.repeat(2001) }), 400, 'invalid_message'],
    ['invalid JSON', () => ask(service, '{"message": '), 400, 'invalid_request'],
    ['no key', () => ask(service, { message: 'hi' }, { key: '' }), 401, 'unauthorized'],
    ['a wrong key', () => ask(service, { message: 'hi' }, { key: 'sk-wrong' }), 401, 'unauthorized'],
    [
      'an unknown agent',
      () => ask(service, { message: 'hi' }, { agent: crypto.randomUUID() }),
      404,
      'not_found',
    ],
    [
      'an unknown agent at the proxy',
      () => ask(app.url, { message: 'hi' }, { agent: crypto.randomUUID() }),
      404,
      'not_found',
    ],
    ['an empty message at the proxy', () => ask(app.url, { message: '' }), 400, 'invalid_message'],
  ];
  for (const [what, send, status, code] of cases) {
    const response = await send();
    assert.equal(response.status, status, what);
    const body = (await response.json()) as { error: { code: string; message: string } };
    assert.equal(body.error.code, code, what);
    assert.ok(body.error.message.length > 0, what);
    if (status !== 401) assertRateLimit(response.headers);
  }
});

test('2000 emoji are 2000 characters', async () => {
  const response = await ask(service, { message: '😀'.repeat(2000) });
  assert.equal(response.status, 200);
});

function ask(
  base: string,
  body: unknown,
  { key = app.apiKey, agent = app.agentId }: { key?: string; agent?: string } = {},
): Promise<Response> {
  return fetch(`${base}/api/v2/agents/${agent}/chat`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(base === service && key && { Authorization: `Bearer ${key}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function assertReply(reply: Reply): void {
  assert.equal(reply.role, 'assistant');
  assert.equal(reply.metadata.finishReason, 'stop');
  assert.equal(reply.metadata.userId, null);
  assert.equal(typeof reply.metadata.userMessageId, 'string');
  assert.equal(typeof reply.metadata.conversationId, 'string');
  assert.equal(typeof (reply.metadata.usage as { credits: number }).credits, 'number');
}

function assertRateLimit(headers: Headers): void {
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    assert.match(headers.get(name) ?? '', /^\d+$/, name);
  }
}
