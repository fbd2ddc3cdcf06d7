import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkJsonHeaders, parseJsonBody } from '../../../src/protocol/json-body.ts';

const JSON_TEXT = '{"message":"Café"}';

test('the error says that JSON is in another encoding than UTF-8', () => {
  const headers = new Headers({ 'Content-Type': 'application/json; charset=iso-8859-1' });
  assert.throws(() => checkJsonHeaders(headers), {
    message: 'Content-Type: must be application/json in UTF-8',
  });
  for (const encoding of ['latin1', 'utf16le'] as const) {
    assert.throws(() => parseJsonBody(Buffer.from(JSON_TEXT, encoding)), {
      message: 'body: is not in UTF-8',
    });
  }
});

test('the error says that JSON begins with a byte order mark, which editors do not show', () => {
  assert.throws(() => parseJsonBody(Buffer.from(`\uFEFF${JSON_TEXT}`)), {
    code: 'invalid_request',
    message: 'body: must not begin with a byte order mark',
  });
});

test('fields are counted before anything is parsed, and colons in texts are none', () => {
  const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
  assert.deepEqual(parseJsonBody(bytes('{"a":"b:c","d":{"e:f":1}}'), 3), { a: 'b:c', d: { 'e:f': 1 } });
  const message = 'body: has more than 2 fields';
  assert.throws(() => parseJsonBody(bytes('{"a":1,"b":{"c":'), 2), { code: 'invalid_request', message });
});
