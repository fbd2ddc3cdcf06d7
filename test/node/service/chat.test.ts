import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { textOf } from '../../../src/protocol/message.ts';
import { LARGE_MESSAGES } from '../protocol/large-messages.ts';
import { type Harness, KEY, readEvents, startService } from './harness.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
let harness: Harness;

before(async () => {
  harness = await startService({
    documents: {
      'tents.md':
        '# Tents\n\n## Washing\n\nWash a tent by hand in cold water.\n\n## Repairs\n\nSmall holes take a patch.\n',
    },
  });
});
after(() => harness.end());

test('a question is answered in the shape of the interface', async () => {
  const response = await harness.chat({
    message: 'How do I wash a tent?',
    userId: 'u-1',
    extra: { ignored: true },
  });
  assert.equal(response.status, 200);
  const { data, ...rest } = (await response.json()) as { data: Awaited<ReturnType<Harness['ask']>> };
  assert.deepEqual(rest, {});
  assert.deepEqual(Object.keys(data).sort(), ['id', 'metadata', 'parts', 'role']);
  assert.equal(data.role, 'assistant');
  for (const id of [data.id, data.metadata.userMessageId, data.metadata.conversationId])
    assert.match(id, UUID);
  assert.deepEqual(
    { ...data.metadata, userMessageId: '', conversationId: '' },
    { userMessageId: '', conversationId: '', userId: 'u-1', finishReason: 'stop', usage: { credits: 1 } },
  );
  assert.match(textOf(data.parts), /by hand in cold water/);
  assert.deepEqual(data.parts[1], {
    type: 'citation',
    title: 'Tents › Washing',
    url: '/docs/tents.md#washing',
    quote: 'Wash a tent by hand in cold water.',
  });
});

test('a streamed answer is token events and one done, and its tokens are its text', async () => {
  const response = await harness.chat({ message: 'How do I wash a tent?', stream: true });
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const events = readEvents(await response.text());
  const done = events.pop();
  assert.ok(done?.type === 'done');
  assert.ok(events.length > 1);
  const tokens = events.map(event => {
    assert.ok(event.type === 'token');
    return event.content;
  });
  assert.equal(tokens.join(''), textOf(done.data.parts));
  assert.equal(done.data.metadata.userId, null);
});

test('the caller is checked before the request', async () => {
  const other = await harness.service.management.createWorkspace({ name: 'other' });
  const foreign = await harness.service.management.createAgent({ workspaceId: other.id });
  const nobody = crypto.randomUUID();
  const cases = [
    [401, 'unauthorized', { key: null, agent: nobody }, '{'],
    [401, 'unauthorized', { key: `${KEY}x`, agent: foreign.id }, '{'],
    [403, 'forbidden', { agent: foreign.id }, '{'],
    [404, 'not_found', { agent: nobody }, '{'],
    [404, 'not_found', { agent: 'toString' }, '{'],
    [400, 'invalid_request', {}, '{'],
    [400, 'invalid_request', {}, '\uFEFF{"message":"hi"}'],
    [400, 'invalid_message', {}, { message: '' }],
    [400, 'invalid_message', {}, { message: ' \n\u200b' }],
    [400, 'invalid_message', {}, { message: 'a'.repeat(2001) }],
    [400, 'invalid_request', {}, { message: 7 }],
    [400, 'invalid_request', {}, { message: 'hi', stream: 'yes' }],
    [400, 'invalid_request', {}, { message: 'hi', userId: 'u'.repeat(257) }],
    [400, 'invalid_request', {}, []],
    [404, 'not_found', {}, { message: 'hi', conversationId: nobody }],
    [404, 'not_found', {}, { message: '', conversationId: nobody, stream: 'yes' }],
    [404, 'not_found', {}, { message: 'hi', conversationId: 'c'.repeat(600) }],
    [400, 'invalid_request', {}, { message: 'hi', conversationId: '' }],
    [400, 'invalid_request', {}, { message: 'hi', conversationId: 7 }],
    ...LARGE_MESSAGES.map(([, json]) => [400, 'invalid_message', {}, json] as const),
    [413, 'payload_too_large', {}, { pad: 'a'.repeat(70_000), message: 'a'.repeat(2000) }],
    [413, 'payload_too_large', {}, { message: 'a'.repeat(1024 * 1024) }],
    [413, 'payload_too_large', {}, { message: 'a', pad: 'a'.repeat(70_000) }],
    [415, 'invalid_request', { headers: { 'Content-Type': 'text/plain' } }, { message: 'hi' }],
    [
      415,
      'invalid_request',
      { headers: { 'Content-Type': 'application/json; charset=utf-7' } },
      { message: 'hi' },
    ],
  ] as const;
  for (const [status, code, init, body] of cases) {
    const response = await harness.chat(body, init);
    const what = JSON.stringify([init, body]).slice(0, 120);
    assert.equal(response.status, status, what);
    const answer = (await response.json()) as { error: Record<string, unknown> };
    assert.deepEqual(Object.keys(answer), ['error'], what);
    assert.deepEqual(Object.keys(answer.error), ['code', 'message'], what);
    assert.equal(answer.error.code, code, what);
    for (const name of ['limit', 'remaining', 'reset']) {
      assert.match(response.headers.get(`x-ratelimit-${name}`) ?? '', /^\d+$/, `${name} of ${what}`);
    }
  }
});

test('2000 emoji are 2000 characters', async () => {
  assert.equal((await harness.chat({ message: '😀'.repeat(2000) })).status, 200);
});

test('a conversation of another agent gets the same answer as one that does not exist', async () => {
  const { metadata } = await harness.ask('How do I wash a tent?');
  const second = await harness.service.management.createAgent({ workspaceId: harness.workspaceId });
  const body = { message: 'and repairs?', conversationId: metadata.conversationId };
  const foreign = await harness.chat(body, { agent: second.id });
  const unknown = await harness.chat({ ...body, conversationId: crypto.randomUUID() });
  assert.equal(foreign.status, 404);
  assert.equal(await foreign.text(), await unknown.text());
});

test('a conversation continues after a restart of the service', async () => {
  const { metadata } = await harness.ask('How do I wash a tent?');
  await harness.restart();
  const reply = await harness.ask('and repairs?', metadata.conversationId);
  assert.equal(reply.metadata.conversationId, metadata.conversationId);
  assert.match(textOf(reply.parts), /patch/);
});
