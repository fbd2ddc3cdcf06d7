import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from '../../../src/protocol/json.ts';

test('toJSON methods that a page defines for all arrays or objects have no effect, and are restored afterwards', () => {
  const value = { parts: [{ type: 'text', text: 'Hello' }], ids: [1, 2] };
  const expected = JSON.stringify(value);
  for (const prototype of [Array.prototype, Object.prototype]) {
    const toJSON = (): string => 'broken';
    Object.defineProperty(prototype, 'toJSON', {
      configurable: true,
      enumerable: true,
      writable: true,
      value: toJSON,
    });
    try {
      assert.equal(stringify(value), expected);
      assert.deepEqual(JSON.parse(stringify(value, 2)), JSON.parse(expected));
      assert.throws(() => stringify({ big: 1n }), TypeError);
      assert.equal((prototype as { toJSON?: unknown }).toJSON, toJSON);
    } finally {
      Reflect.deleteProperty(prototype, 'toJSON');
    }
  }
});

test('a value’s own toJSON method is used', () => {
  assert.equal(stringify({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}');
});
