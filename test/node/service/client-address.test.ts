import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress } from '../../../src/service/access/client-address.ts';

test('a forwarded address counts without the port a load balancer wrote', () => {
  for (const [entry, address] of [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::5]:443', '2001:db8::5'],
    ['[2001:db8::5]', '2001:db8::5'],
    ['2001:db8::5', '2001:db8::5'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:x', undefined],
    ['unknown', undefined],
  ] as const) {
    const headers = new Headers({ 'X-Forwarded-For': `198.51.100.1, ${entry}` });
    assert.equal(clientAddress(headers, '127.0.0.1', 1), address, entry);
  }
});
