import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { listen } from '../../../src/cli/listen.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY, startUpstream } from '../../fakes/upstream.ts';
import { AGENT } from '../proxy/harness.ts';

const IDLE = 2000;

test('two thousand lines that say nothing, or half a header, hold up nobody', async t => {
  const upstream = await startUpstream();
  const proxy = createProxy({ baseUrl: upstream.url, apiKey: KEY });
  const server = await listen(proxy, { port: 0, host: '127.0.0.1' });
  const lines: Socket[] = [];
  t.after(async () => {
    for (const line of lines) line.destroy();
    await server.close(0);
    await proxy.close({ graceMs: 0 });
    await upstream.close();
  });
  await Promise.all(
    Array.from({ length: IDLE }, async (_, i) => {
      const line = connect(server.port, '127.0.0.1');
      lines.push(line);
      line.on('error', () => {});
      await once(line, 'connect');
      if (i % 2) line.write(`POST /api/v2/agents/${AGENT}/chat HTTP/1.1\r\nHost: x\r\nX-Slow: `);
    }),
  );
  const started = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v2/agents/${AGENT}/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"message":"hi"}',
  });
  assert.equal(answer.status, 200);
  await answer.text();
  assert.ok(performance.now() - started < 2000);
  assert.ok(lines.every(line => !line.destroyed));
});
