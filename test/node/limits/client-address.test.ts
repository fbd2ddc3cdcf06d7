import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, networksOf } from '../../../src/limits/client-address.ts';
import { createService } from '../../../src/service/index.ts';

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

test('a caller cannot choose its address if the runtime does not tell the peer’s', () => {
  const headers = new Headers({ 'X-Forwarded-For': '192.0.2.1, 203.0.113.7' });
  assert.equal(clientAddress(headers, undefined, 1), '203.0.113.7');
});

test('without a forwarding header the peer’s address counts', () => {
  assert.equal(clientAddress(new Headers(), '203.0.113.7', 1), '203.0.113.7');
  assert.equal(clientAddress(new Headers(), undefined, 1), undefined);
});

test('an invalid number of trusted proxies is refused at once, instead of trusting any address', async () => {
  for (const trustProxy of [-1, 0.5, Number.POSITIVE_INFINITY, '1', true]) {
    await assert.rejects(
      createService({ dataDir: '/proc/nowhere', trustProxy: trustProxy as number }),
      /trustProxy \(TRUST_PROXY\): must be a whole number from 0 to 20/,
      String(trustProxy),
    );
  }
});

test('the networks of an address are those that a provider gives to one customer', () => {
  assert.deepEqual(networksOf('203.0.113.7'), ['203.0.113.7']);
  assert.deepEqual(networksOf('::ffff:203.0.113.7'), ['203.0.113.7']);
  assert.deepEqual(networksOf('2001:db8:1:23ff::7'), [
    '2001:db8:1::/48',
    '2001:db8:1:2300::/56',
    '2001:db8:1:23ff::/64',
  ]);
  assert.deepEqual([networksOf(undefined), networksOf('nobody')], [[], []]);
  for (const local of ['127.0.0.1', '::1', '10.1.2.3', '192.168.1.1', 'fd00::1', 'fe80::1'])
    assert.deepEqual(networksOf(local), [], `${local} may be every visitor's`);
});
