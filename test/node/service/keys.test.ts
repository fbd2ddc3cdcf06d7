import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, KEY } from './harness.ts';
import { openTables } from './tables.ts';

onEachEngine('keys', start => {
  let harness: Harness;
  before(async () => {
    harness = await start();
  });
  after(() => harness.end());

  const use = async (key: string, address?: string): Promise<number> =>
    (await harness.chat({ message: 'Hello' }, { key, ...(address && { address }) })).status;

  test('a key opens every agent of its workspace until it is revoked', async () => {
    const { management } = harness.service;
    const { key, id } = await management.createKey({ workspaceId: harness.workspaceId, name: 'site' });
    assert.equal(await use(key), 200);
    const second = await management.createAgent({ workspaceId: harness.workspaceId });
    assert.equal((await harness.chat({ message: 'Hello' }, { key, agent: second.id })).status, 200);
    await management.revokeKey(id);
    assert.equal(await use(key), 401);
    await management.revokeKey(id);
    assert.equal(await use(key), 401);
    await assert.rejects(management.revokeKey(randomUUID()), { code: 'not_found' });
  });

  test('an allowlist admits its addresses and ranges of both families, and no others', async () => {
    const { key } = await harness.service.management.createKey({
      workspaceId: harness.workspaceId,
      allowlist: ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48'],
    });
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:1:2::3']) {
      assert.equal(await use(key, address), 200, address);
    }
    for (const address of ['203.0.114.1', '198.51.100.8', '2001:db8:2::1', '127.0.0.1', '::1']) {
      assert.equal(await use(key, address), 403, address);
    }
    const create = harness.service.management.createKey({
      workspaceId: harness.workspaceId,
      allowlist: ['x/24'],
    });
    await assert.rejects(create, ProtocolError);
  });

  test('a range in another notation admits the addresses it means, or is refused', async () => {
    const { management } = harness.service;
    const { workspaceId } = harness;
    const { key } = await management.createKey({ workspaceId, allowlist: ['::ffff:203.0.113.0/120'] });
    assert.equal(await use(key, '203.0.113.9'), 200);
    assert.equal(await use(key, '203.0.114.9'), 403);
    // Some read these as 8.0.0.0, 0.0.0.10 and 127.0.0.1.
    for (const range of ['010.0.0.0/8', '10/8', '0x7f.1/8', '203.0.113.0/33', '::/129']) {
      const refused = { code: 'invalid_request', message: /^allowlist\.0: must be an IP address or a range/ };
      await assert.rejects(management.createKey({ workspaceId, allowlist: [range] }), refused, range);
    }
  });

  test('a plan limits the number of keys, also when they are created at once', async () => {
    const { id } = await harness.service.management.createWorkspace({ name: 'plus', plan: 'plus' });
    const created = await Promise.allSettled(
      Array.from({ length: 20 }, () => harness.service.management.createKey({ workspaceId: id })),
    );
    assert.equal(created.filter(result => result.status === 'fulfilled').length, 15);
    const [first] = await harness.service.management.listKeys(id);
    await harness.service.management.revokeKey(first!.id);
    await harness.service.management.createKey({ workspaceId: id });
  });

  test('names are stored without characters that no database accepts', async () => {
    const { management } = harness.service;
    const { id } = await management.createWorkspace({ name: 'a\0b\ud83d' });
    const { id: keyId, name } = await management.createKey({ workspaceId: id, name: 'c\0d\udc00' });
    assert.equal(name, 'c\ufffdd\ufffd');
    assert.equal((await management.listKeys(id)).find(key => key.id === keyId)?.name, name);
    assert.equal((await management.listWorkspaces()).find(each => each.id === id)?.name, 'a\ufffdb\ufffd');
  });

  test('the key is nowhere in the database', async () => {
    const rows = await openTables(harness, tables => tables.selectFrom('api_keys').selectAll().execute());
    assert.ok(!JSON.stringify(rows).includes(KEY));
    const listed = await harness.service.management.listKeys();
    assert.ok(!JSON.stringify(listed).includes(KEY));
    const folder = harness.store.dataDir;
    const files = harness.store.databaseUrl ? [] : readdirSync(folder);
    for (const file of files) assert.ok(!readFileSync(join(folder, file)).includes(KEY), file);
  });

  test('a refused first key leaves the previous one unchanged', async () => {
    for (const apiKey of ['short', 'of three words']) {
      await assert.rejects(harness.service.firstRun({ apiKey }), /apiKey/);
      assert.equal(await use(KEY), 200);
    }
  });

  test('another first key replaces the previous one', async () => {
    await harness.service.firstRun({ apiKey: 'ac_another-key-for-the-first-agent' });
    assert.equal(await use(KEY), 401);
    assert.equal(await use('ac_another-key-for-the-first-agent'), 200);
    const again = await harness.service.firstRun({ apiKey: 'ac_another-key-for-the-first-agent' });
    assert.equal(again.created, false);
    assert.equal(again.agentId, harness.agentId);
  });

  test('a first key beyond the number of the plan is refused, not ignored', async t => {
    const full = await start({ plan: 'plus' });
    t.after(() => full.end());
    const { management } = full.service;
    const [first] = await management.listKeys(full.workspaceId);
    await management.revokeKey(first!.id);
    for (let i = 0; i < 15; i++) await management.createKey({ workspaceId: full.workspaceId });
    const refused = { code: 'conflict', message: /allows 15 keys/ };
    await assert.rejects(full.service.firstRun({ apiKey: 'ac_one-key-too-many' }), refused);
  });
});
