import assert from 'node:assert/strict';
import { connect, createServer as createRelay } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { serve } from '@hono/node-server';
import { listenLocally } from '../../../scripts/loopback.ts';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import type { AgentProxy } from '../../../src/proxy/index.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import type { FakeUpstream } from '../../fakes/upstream.ts';
import { KEY, startUpstream } from '../../fakes/upstream.ts';

const AGENT = '7d444840-9dc0-11d1-b245-5ffdce74fad2';

/** A line to the proxy that breaks once, after this many bytes of the first chat's answer. */
async function brittleLine(proxyPort: number, breakAt: number) {
  let broken = false;
  let length = 0;
  const relay = createRelay(near => {
    const far = connect(proxyPort, '127.0.0.1');
    let chat = false;
    let passed = 0;
    near.on('data', (bytes: Buffer) => {
      if (!broken && bytes.includes('/chat HTTP')) {
        chat = true;
        passed = 0;
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (!chat || broken) {
        near.write(bytes);
        return;
      }
      const left = breakAt - passed;
      passed += bytes.length;
      length = passed;
      if (left > bytes.length) near.write(bytes);
      else {
        broken = true;
        near.write(bytes.subarray(0, left), () => near.destroy());
        far.destroy();
      }
    });
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('close', () => far.destroy());
    far.on('close', () => near.end());
  });
  const port = await listenLocally(relay);
  return { endpoint: `http://127.0.0.1:${port}`, relay, wasBroken: () => broken, length: () => length };
}

describe('a conversation through the real proxy', () => {
  let upstream: FakeUpstream;
  let proxy: AgentProxy;
  let server: ReturnType<typeof serve>;
  let port = 0;
  before(async () => {
    upstream = await startUpstream();
    proxy = createProxy({
      baseUrl: upstream.url,
      servicesUrl: upstream.url,
      apiKey: KEY,
      initialSettings: async () => ({ rateLimit: null }),
      adminToken: 'admin-token-of-at-least-32-characters',
      sessionSecret: 'session-secret-of-at-least-32-characters',
    });
    await new Promise<void>(resolve => {
      server = serve({ fetch: request => proxy(request), port: 0, hostname: '127.0.0.1' }, info => {
        port = info.port;
        resolve();
      });
    });
  });
  after(async () => {
    await proxy.close({ graceMs: 0 });
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await upstream.close();
  });

  async function converse(breakAt: number): Promise<{ asked: number; broken: boolean; length: number }> {
    const line = await brittleLine(port, breakAt);
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: line.endpoint, agentId: AGENT }),
    });
    const question = `Question ${breakAt}`;
    await conversation.send(question);
    line.relay.close();
    const { messages, turn } = conversation.state;
    assert.equal(turn, undefined, `broken at ${breakAt}: ${turn?.error?.code}`);
    assert.deepEqual(
      messages.map(m => m.parts),
      [[{ type: 'text', text: question }], [{ type: 'text', text: 'Hello, world.' }]],
      `broken at ${breakAt}`,
    );
    const asked = upstream.seen.filter(
      r => (r.body as { message?: string } | undefined)?.message === question,
    );
    return { asked: asked.length, broken: line.wasBroken(), length: line.length() };
  }

  it('asks the service once and shows every token once, wherever the connection breaks', async () => {
    const { length } = await converse(Number.POSITIVE_INFINITY);
    assert.ok(length > 300);
    const breaks = Array.from({ length: 48 }, (_, i) => Math.floor((i * length) / 48));
    const outcomes = await Promise.all(breaks.map(converse));
    for (const [i, { asked, broken }] of outcomes.entries()) {
      assert.equal(asked, 1, `broken at ${breaks[i]}`);
      assert.equal(broken, true, `never broke at ${breaks[i]}`);
    }
  });

  it('sends the visitor’s rating of a reply, and their contact', async () => {
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: `http://127.0.0.1:${port}`, agentId: AGENT }),
    });
    await conversation.send('Is it good?');
    const { key } = conversation.state.messages[1]!;
    await conversation.rate(key, 'up', 'clear');
    assert.equal(conversation.state.messages[1]?.feedback, 'up');
    await conversation.submitLead({ name: 'Ada', email: 'ada@shop.example' });
    assert.equal(conversation.leadGiven, true);
    const created = upstream.seen.find(r => r.url.endsWith('/contacts'))?.body as {
      users: Record<string, string>[];
    };
    assert.equal(created.users[0]?.email, 'ada@shop.example');
    assert.notEqual(created.users[0]?.external_id, 'visitor');
    await assert.rejects(conversation.submitLead({ email: 'not an address' }), { code: 'invalid_request' });
  });

  it('continues with the same conversation, and stops at the service when the visitor stops', async () => {
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: `http://127.0.0.1:${port}`, agentId: AGENT }),
    });
    await conversation.send('One');
    await conversation.send('Two');
    assert.equal(conversation.state.turn, undefined);
    assert.equal(conversation.state.messages.length, 4);
    upstream.onChat((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: {"type":"token","content":"Endless"}\n\n');
    });
    const sent = conversation.send('Three');
    await new Promise<void>(resolve =>
      conversation.subscribe(() => conversation.state.turn?.replyText === 'Endless' && resolve()),
    );
    conversation.stop();
    await sent;
    const last = upstream.seen.at(-1)!;
    await last.closed;
    assert.equal(last.aborted, true);
    assert.equal(conversation.state.messages.at(-1)?.incomplete, 'stopped');
  });
});
