import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { keepSecrets } from '../../../src/cli/secrets.ts';

const SECRETS = join(import.meta.dirname, '../../../src/cli/secrets.ts');
const folder = mkdtempSync(join(tmpdir(), 'agent-chat-secrets-'));
const file = join(folder, 'secrets.json');
const KEPT = '{"SESSION_SECRET":"kept-from-an-earlier-version"}';

after(() => rmSync(folder, { recursive: true }));

test('existing secrets survive when the disk has no room for new ones', {
  skip: process.platform === 'win32',
}, () => {
  writeFileSync(file, KEPT);
  const program = `import { keepSecrets } from ${JSON.stringify(SECRETS)}; keepSecrets(${JSON.stringify(folder)}, {});`;
  // No file may grow, which is as good as a full disk.
  const { status } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 0; exec "$0" --input-type=module --eval "$1"', process.execPath, program],
    { stdio: 'ignore' },
  );
  assert.notEqual(status, 0);
  assert.equal(readFileSync(file, 'utf8'), KEPT);
});

test('new secrets are added to existing ones, in a file that nobody else can read', () => {
  writeFileSync(file, KEPT, { mode: 0o644 });
  const { secrets, made } = keepSecrets(folder, {});
  assert.equal(secrets.SESSION_SECRET, 'kept-from-an-earlier-version');
  assert.deepEqual(made, ['AGENT_API_KEY', 'ADMIN_TOKEN', 'IDENTITY_SECRET']);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), secrets);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('secrets')),
    ['secrets.json'],
  );
});

test('secrets behind a byte order mark of an editor are read', () => {
  const { secrets } = keepSecrets(folder, {});
  writeFileSync(file, `\uFEFF${JSON.stringify(secrets)}\r\n`);
  assert.deepEqual(keepSecrets(folder, {}), { secrets, made: [], file });
});

test('secrets restored from a backup become unreadable for others again', () => {
  writeFileSync(file, JSON.stringify(keepSecrets(folder, {}).secrets));
  chmodSync(file, 0o644);
  assert.deepEqual(keepSecrets(folder, {}).made, []);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('two first starts at the same moment share the stored secrets, and one prints them', () => {
  rmSync(file, { force: true });
  let faster: ReturnType<typeof keepSecrets> | undefined;
  const slower = keepSecrets(folder, {
    // Read once it is known that no secrets are there, and before any are kept.
    get ADMIN_TOKEN() {
      faster ??= keepSecrets(folder, {});
      return undefined as unknown as string;
    },
  });
  assert.deepEqual(slower.secrets, faster!.secrets);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), faster!.secrets);
  assert.equal(faster!.made.includes('ADMIN_TOKEN'), true);
  assert.deepEqual(slower.made, []);
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('secrets')),
    ['secrets.json'],
  );
});
