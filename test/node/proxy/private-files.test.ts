import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { createService } from '../../../src/service/index.ts';
import { KEY } from '../../fakes/upstream.ts';

const OWNER_ONLY = '600';

/** A folder that all users of the machine can look into, as one made by hand is. */
function openFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-private-'));
  chmodSync(folder, 0o755);
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function rights(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter(name => name.includes('.sqlite'));
  return Object.fromEntries(
    files.map(name => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

const OPENERS = {
  proxy: async (dataDir: string) => {
    const proxy = createProxy({ baseUrl: 'https://agents.example', apiKey: KEY, dataDir });
    await proxy.ready();
    return () => proxy.close({ graceMs: 0 });
  },
  service: async (dataDir: string) => {
    const service = await createService({ dataDir });
    return () => service.close({ graceMs: 0 });
  },
};

for (const [name, open] of Object.entries(OPENERS)) {
  const files = ['', '-shm', '-wal'].map(end => `${name}.sqlite${end}`);

  test(`only its owner can read the files of the ${name}`, async t => {
    const folder = openFolder(t);
    const close = await open(folder);
    t.after(close);
    assert.deepEqual(rights(folder), Object.fromEntries(files.map(file => [file, OWNER_ONLY])));
  });

  test(`only its owner can enter a folder that the ${name} has made`, async t => {
    const folder = join(openFolder(t), 'data', 'inner');
    t.after(await open(folder));
    for (const made of [folder, dirname(folder)]) assert.equal(statSync(made).mode & 0o777, 0o700, made);
  });

  test(`files that an earlier ${name} left open to all are protected at the next start`, async t => {
    const folder = openFolder(t);
    const close = await open(folder);
    for (const file of files) chmodSync(join(folder, file), 0o644);
    const closeSecond = await open(folder);
    t.after(async () => {
      await closeSecond();
      await close();
    });
    assert.deepEqual(rights(folder), Object.fromEntries(files.map(file => [file, OWNER_ONLY])));
  });
}
