import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPages } from '../../../src/cli/pages/pages.ts';
import { dataFolder, runCommand } from './running.ts';

const ADMIN_TOKEN = 'token-of-this-test-only';
const basic = (password: string): string => `Basic ${Buffer.from(`owner:${password}`).toString('base64')}`;

test('the documents of a private agent, or of one for listed sites, need the admin token', async t => {
  const docs = dataFolder();
  writeFileSync(join(docs, 'returns.md'), '# Returns\n\nParcels go back within nine days.\n');
  const AGENT_ID = crypto.randomUUID();
  const env = { DATA_DIR: dataFolder(), DOCS_DIR: docs, AGENT_ID, ADMIN_TOKEN, PORT: '0' };
  const started = runCommand(t, ['start'], env);
  const [, url] = await started.printed(/is at (http:\S+)/);
  const read = async (Authorization?: string): Promise<number> =>
    (await fetch(`${url}/docs/returns`, { headers: { ...(Authorization && { Authorization }) } })).status;
  const set = async (settings: object): Promise<void> => {
    const response = await fetch(`${url}/v2/chatbots/settings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ chatbotId: AGENT_ID, ...settings }),
    });
    assert.equal(response.status, 202);
  };
  assert.equal(await read(), 200);
  for (const closed of [{ visibility: 'private' }, { allowedDomains: ['shop.example'] }]) {
    await set(closed);
    const refused = await fetch(`${url}/docs/returns`);
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic /, 'a browser asks for it');
    assert.doesNotMatch(await refused.text(), /nine days/);
    assert.equal((await fetch(`${url}/docs/`)).status, 401, 'the list names documents');
    for (const wrong of ['Bearer wrong', basic('wrong'), basic('ungültig\n')])
      assert.equal(await read(wrong), 401);
    assert.equal(await read(`Bearer ${ADMIN_TOKEN}`), 200);
    assert.equal(await read(basic(ADMIN_TOKEN)), 200);
    await set({ visibility: 'public', allowedDomains: [] });
    assert.equal(await read(), 200);
  }
});

test('DOCS_PUBLIC decides for a public and for a private agent', async t => {
  for (const [DOCS_PUBLIC, visibility, status] of [
    ['1', 'private', 200],
    ['0', 'public', 401],
  ] as const) {
    const AGENT_ID = crypto.randomUUID();
    const env = { DATA_DIR: dataFolder(), AGENT_ID, ADMIN_TOKEN, DOCS_PUBLIC, PORT: '0' };
    const started = runCommand(t, ['start'], env);
    const [, url] = await started.printed(/is at (http:\S+)/);
    await fetch(`${url}/v2/chatbots/settings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ chatbotId: AGENT_ID, visibility }),
    });
    assert.equal((await fetch(`${url}/docs/`)).status, status);
    started.child.kill('SIGKILL');
  }
  const unclear = runCommand(t, ['start'], { DATA_DIR: dataFolder(), DOCS_PUBLIC: 'yes', PORT: '0' });
  assert.equal(await unclear.ended, 1);
  assert.match(unclear.output(), /DOCS_PUBLIC must be 1 or 0/);
});

test('a link in the folder to a hidden file is not served', async () => {
  const docs = dataFolder();
  writeFileSync(join(docs, '.draft.md'), '# Draft\n\nNot yet.\n');
  writeFileSync(join(docs, 'open.md'), '# Open\n\nFor all.\n');
  symlinkSync(join(docs, '.draft.md'), join(docs, 'draft.md'));
  symlinkSync(join(docs, 'open.md'), join(docs, 'also.md'));
  const pages = createPages({ agentId: 'a', docsDirs: [docs] });
  assert.equal((await pages.request('/docs/draft')).status, 404);
  assert.equal((await pages.request('/docs/also')).status, 200);
});
