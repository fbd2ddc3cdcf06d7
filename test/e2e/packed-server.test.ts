/** The server as it is published, with the libraries that it brings along: each is used once. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  startPostgres,
  startRedis,
  type TestServer,
  withoutPostgres,
  withoutRedis,
} from '../../scripts/servers.ts';
import { docxOf, pdfOf } from '../fakes/documents.ts';
import { openAiServer } from '../fakes/openai-server.ts';
import { packedFolder } from '../node/build/packed.ts';
import { type App, startApp } from './app.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-chat-handbook-'));
after(() => rmSync(folder, { recursive: true, force: true }));

before(() => {
  const files: Record<string, string | Buffer> = {
    'prices.pdf': pdfOf([['Price list', 'A canoe costs four hundred euros.']]),
    'returns.docx': docxOf(['# Returns', 'A paddle can be returned within forty days.']),
    'boats.adoc': '= Boats\n\n== Storage\n\nA kayak is stored upside down in a dry shed.\n',
    'hours.html': '<h1>Opening hours</h1><p>The boathouse opens at seven in the morning.</p>',
    'staff.csv': 'Person,Task\nKim,repairs sails\n',
    // Windows-1252, which nothing in the file says.
    'coast.txt': Buffer.from('Der Leuchtturm öffnet für Gäste täglich über Mittag.', 'latin1'),
    'lake.md': '# The lake\n\nThe ferry across the lake carries twelve bicycles.\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});

const start = (env: Record<string, string> = {}): Promise<App> =>
  startApp({ DOCS_DIR: folder, ...env }, process.execPath, packedFolder('agent-chat-server'));

async function answerTo({ url, agentId }: App, message: string): Promise<string> {
  const answer = await fetch(`${url}/api/v2/agents/${agentId}/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message }),
  });
  assert.equal(answer.status, 200);
  return answer.text();
}

test('reads every format, shows its pages and serves the script', async t => {
  const app = await start();
  t.after(app.stop);
  for (const [question, words] of [
    ['What does a canoe cost?', /four hundred euros/],
    ['When can a paddle be returned?', /forty days/],
    ['How is a kayak stored?', /upside down/],
    ['When does the boathouse open?', /seven in the morning/],
    ['Who repairs sails?', /Kim/],
    ['Wann öffnet der Leuchtturm für Gäste?', /täglich über Mittag/],
    ['How many bicycles does the ferry carry?', /twelve bicycles/],
  ] as const)
    assert.match(await answerTo(app, question), words, question);
  for (const [path, text] of [
    ['/', /agent-chat-admin/],
    ['/demo/', /agent-chat/],
    ['/docs/lake.md', /twelve bicycles/],
    ['/agent-chat.js', /customElements/],
    ['/metrics', /agent_chat_proxy_requests_total/],
  ] as const) {
    const response = await fetch(app.url + path);
    assert.equal(response.status, 200, path);
    assert.match(await response.text(), text, path);
  }
});

test('answers with a model', async t => {
  const provider = await openAiServer();
  t.after(() => provider.close());
  const app = await start({ OPENAI_BASE_URL: provider.url });
  t.after(app.stop);
  assert.match(await answerTo(app, 'Hello'), /How can I help you today/);
});

test('keeps its data in PostgreSQL and its limits in Redis', {
  skip: withoutPostgres() || withoutRedis(),
}, async t => {
  const servers: TestServer[] = [await startPostgres(), await startRedis()];
  t.after(() => Promise.all(servers.map(server => server.stop())));
  const app = await start({ DATABASE_URL: servers[0]!.url, REDIS_URL: servers[1]!.url });
  t.after(app.stop);
  assert.match(await answerTo(app, 'What does a canoe cost?'), /four hundred euros/);
  const ready = await fetch(`${app.url}/readyz`);
  assert.equal(ready.status, 200);
});
