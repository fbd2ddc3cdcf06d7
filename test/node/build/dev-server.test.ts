import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { createServer as createDevServer } from 'vite';
import { listenLocally } from '../../../scripts/loopback.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('in development the pages use the agent of the running `npm start`, or say that none runs', async t => {
  const agentId = crypto.randomUUID();
  const running = createServer((_, response) =>
    response.end(`<agent-chat agent-id="${agentId}"></agent-chat>`),
  );
  const port = await listenLocally(running);
  process.env.PORT = String(port);
  const dev = await createDevServer({
    root: ROOT,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  t.after(async () => {
    await dev.close();
    running.close();
  });
  for (const path of ['/index.html', '/demo/index.html']) {
    const page = await dev.transformIndexHtml(path, readFileSync(join(ROOT, path), 'utf8'));
    assert.match(page, new RegExp(`agent-id="${agentId}"`), path);
    assert.doesNotMatch(page, /__AGENT_ID__/, path);
  }
  running.closeAllConnections();
  running.close();
  await assert.rejects(dev.transformIndexHtml('/index.html', '<p>'), /npm start/);
});
