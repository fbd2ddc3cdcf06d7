import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChatRequest } from '../../../src/protocol/chat-request.ts';
import { ProtocolError } from '../../../src/protocol/errors.ts';

const refused = (code: string, field: RegExp) => (error: unknown) =>
  error instanceof ProtocolError && error.code === code && error.status === 400 && field.test(error.message);

test('a message can have 1 to 2000 characters, counted as a reader counts', () => {
  assert.equal(parseChatRequest({ message: 'a' }).message, 'a');
  assert.equal(parseChatRequest({ message: '😀'.repeat(2000) }).stream, false);
  for (const message of ['', 'a'.repeat(2001), '😀'.repeat(2001), ' \n\u3000', '\u200b\u200d']) {
    assert.throws(() => parseChatRequest({ message }), refused('invalid_message', /message.*1 to 2000/));
  }
});

test('the error names a field of the wrong type', () => {
  const wrong: [unknown, RegExp][] = [
    [null, /body/],
    [[], /body: must be an object$/],
    ['text', /body/],
    [{}, /message/],
    [{ message: 5 }, /message/],
    [{ message: 'a', stream: 'yes' }, /stream/],
    [{ message: 'a', conversationId: ['x'] }, /conversationId/],
    [{ message: 'a', conversationId: '' }, /conversationId/],
    [{ message: 'a', userId: 7 }, /userId/],
    [{ message: 'a', userId: 'u'.repeat(257) }, /userId.*256/],
    [{ message: 'a', userId: 'u\0' }, /userId/],
    [{ message: 'a', userId: '\udc00' }, /userId/],
  ];
  for (const [body, field] of wrong)
    assert.throws(() => parseChatRequest(body), refused('invalid_request', field));
});

test('a user id can be as long as identity providers make them', () => {
  const userId = 's'.repeat(256);
  assert.equal(parseChatRequest({ message: 'a', userId }).userId, userId);
});

test('fields the interface does not name are ignored', () => {
  assert.deepEqual(parseChatRequest({ message: 'a', role: 'admin', __proto__: { polluted: true } }), {
    message: 'a',
    stream: false,
  });
});

test('what no database can store is replaced, not refused', () => {
  assert.equal(parseChatRequest({ message: 'a\0b\ud800' }).message, 'a\uFFFDb\uFFFD');
});
