import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { listen } from '../../../src/cli/listen.ts';
import { AGENT, setUp } from './harness.ts';

const LIMIT = 60;

interface Asked {
  /** Asks at the server that listens for IPv4 alone, as one of `LIMIT` messages. */
  ask(headers?: Record<string, string>): Promise<number>;
  /** Asks at the one that listens for IPv6 and sees IPv4 addresses as `::ffff:…`. */
  askMapped(headers?: Record<string, string>): Promise<number>;
}

/** One proxy on two real sockets, with a limit of 60 messages a minute for each address. */
async function startLimited(t: TestContext, trustProxy?: number): Promise<Asked> {
  const { proxy, change } = await setUp(t, { trustProxy });
  await change({ rateLimit: { messages: LIMIT, seconds: 60, message: '' } });
  const at = async (host: string): Promise<Asked['ask']> => {
    const { port, close } = await listen(proxy, { port: 0, host });
    t.after(() => close(0));
    return async (headers = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v2/agents/${AGENT}/chat`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{"message":"hi"}',
      });
      await response.text();
      return response.status;
    };
  };
  return { ask: await at('127.0.0.1'), askMapped: await at('::') };
}

/** How many of so many messages got through. */
async function accepted(count: number, send: (i: number) => Promise<number>): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: count }, (_, i) => send(i)));
  for (const status of statuses) assert.ok(status === 200 || status === 429, String(status));
  return statuses.filter(status => status === 200).length;
}

test('sixty-one messages with a new forwarding header each come from one address', async t => {
  const { ask } = await startLimited(t);
  const forged = (i: number): Record<string, string> => ({
    'X-Forwarded-For': `203.0.113.${i}, 198.51.100.${i}`,
    'X-Real-IP': `203.0.113.${i}`,
    Forwarded: `for=203.0.113.${i}`,
    'CF-Connecting-IP': `203.0.113.${i}`,
    'True-Client-IP': `203.0.113.${i}`,
  });
  assert.equal(await accepted(LIMIT + 1, i => ask(forged(i))), LIMIT);
  assert.equal(await ask(), 429, 'the address itself is used up');
});

test('an IPv4 address is the same on a socket for IPv6', async t => {
  const { ask, askMapped } = await startLimited(t);
  assert.equal(await accepted(LIMIT + 1, i => (i % 2 ? ask() : askMapped())), LIMIT);
  assert.deepEqual([await ask(), await askMapped()], [429, 429]);
});

test('behind one trusted proxy the address it wrote counts, whatever the visitor sent before it', async t => {
  const { ask } = await startLimited(t, 1);
  const from = (forwarded: string, more = {}): Promise<number> =>
    ask({ 'X-Forwarded-For': forwarded, ...more });
  const spoofed = (i: number): Promise<number> =>
    from(`192.0.2.${i}, 203.0.113.1`, { 'X-Real-IP': `192.0.2.${i}`, Forwarded: `for=192.0.2.${i}` });
  assert.equal(await accepted(LIMIT + 1, spoofed), LIMIT);
  assert.equal(await from('203.0.113.2'), 200, 'another visitor');
  assert.equal(await from('203.0.113.1, 203.0.113.3'), 200, 'what the visitor says he is does not count');
  assert.equal(await from('::ffff:203.0.113.1'), 429, 'the same address, written for IPv6');
  assert.equal(await accepted(LIMIT + 1, i => from(`192.0.2.1, 2001:db8:1:2:${i.toString(16)}::1`)), LIMIT);
  assert.equal(await from('2001:db8:1:3::1'), 200, 'another network');
});

test('an address counts without its port, which differs for each connection', async t => {
  const { ask } = await startLimited(t, 1);
  const from = (forwarded: string): Promise<number> => ask({ 'X-Forwarded-For': forwarded });
  assert.equal(await accepted(LIMIT + 1, i => from(`192.0.2.${i}, 203.0.113.1:${50_000 + i}`)), LIMIT);
  assert.equal(await from('203.0.113.1'), 429, 'without a port');
  assert.equal(await from('203.0.113.2:443'), 200, 'another visitor');
  assert.equal(
    await accepted(LIMIT + 1, i => from(`[2001:db8:1:2::${i.toString(16)}]:${50_000 + i}`)),
    LIMIT,
  );
  for (const same of ['2001:db8:1:2::1', '[2001:db8:1:2::1]', '[2001:DB8:1:2:ffff::]:0']) {
    assert.equal(await from(same), 429, same);
  }
  assert.equal(await from('[2001:db8:1:3::1]:443'), 200, 'another network');
  assert.equal(await from('[::ffff:203.0.113.1]:443'), 429, 'the same address, written for IPv6');
});

test('an entry that is not an address counts as the proxy in front, and two proxies are counted from the right', async t => {
  const { ask } = await startLimited(t, 1);
  const nonsense = [
    ...['unknown', '', '203.0.113.1:80x', '_hidden', '999.1.1.1', '203.0.113.1:', '203.0.113.1:123456'],
    ...['"203.0.113.1:80"', '"[2001:db8::1]:80"', '[203.0.113.1]:80', '[2001:db8::1', '2001:db8::1]:80'],
    ...['[2001:db8::1]80', '[]:80', ':80', '[2001:db8::1]:80:80'],
  ];
  const send = (i: number): Promise<number> => ask({ 'X-Forwarded-For': nonsense[i % nonsense.length]! });
  assert.equal(await accepted(LIMIT + 1, send), LIMIT);
  const behindTwo = await startLimited(t, 2);
  const through = (i: number): Promise<number> =>
    behindTwo.ask({ 'X-Forwarded-For': `192.0.2.${i}, 203.0.113.1, 10.0.0.${i}` });
  assert.equal(await accepted(LIMIT + 1, through), LIMIT);
});

for (const [whose, options, address, times] of [
  ['a proxy in front that nobody believes', {}, '10.0.0.7', 1],
  ['a proxy on the same machine that nobody believes', {}, '::ffff:127.0.0.1', 1],
  ['a proxy in front that is believed', { trustProxy: 1 }, '10.0.0.7', 0],
  ['somebody on the internet', {}, '93.184.216.34', 0],
] as const) {
  test(`the log warns ${times === 1 ? 'once' : 'never'} if the forwarded visitors are those of ${whose}`, async t => {
    const warnings: string[] = [];
    const logger = { info() {}, warn: (_: object, text: string) => void warnings.push(text), error() {} };
    const { ask } = await setUp(t, { ...options, logger });
    for (const visitor of ['203.0.113.1', '203.0.113.2']) {
      await ask('/healthz', { remoteAddress: address, headers: { 'X-Forwarded-For': visitor } });
    }
    assert.equal(warnings.filter(text => text.includes('TRUST_PROXY')).length, times);
  });
}
