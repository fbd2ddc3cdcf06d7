/** Starts the built command as a person would, asks it one question, and ends it. */
import assert from 'node:assert/strict';
import { startApp } from '../test/e2e/app.ts';

const started = Date.now();
const app = await startApp();
try {
  console.log(`Started in ${((Date.now() - started) / 1000).toFixed(1)} s at ${app.url}`);
  const question = 'How do I feed it my own documents?';
  const response = await fetch(`${app.url}/api/v2/agents/${app.agentId}/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: question }),
  });
  const body = (await response.json()) as { data: { parts: { type: string; text?: string }[] } };
  assert.equal(response.status, 200);
  const answer = body.data.parts.find(part => part.type === 'text')?.text ?? '';
  assert.match(answer, /DOCS_DIR/);
  console.log(`Asked: ${question}\nAnswered: ${answer.slice(0, 200)}…`);
  for (const path of ['/', '/demo/', '/agent-chat.js', '/healthz']) {
    assert.equal((await fetch(app.url + path)).status, 200, path);
  }
} finally {
  const code = await app.stop();
  assert.equal(code, 0, 'ends cleanly on SIGTERM');
}
