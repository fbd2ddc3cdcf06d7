import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { VARIABLES } from '../../../src/cli/variables.ts';
import { DEFAULT_LIMITS } from '../../../src/proxy/options.ts';
import { dataFolder, runCommand } from '../cli/running.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

test('the operations page names the secrets that instances must share', () => {
  const [, several] = /^## Several instances\n([^#]+)/m.exec(page)!;
  const ours = Object.keys(VARIABLES).filter(
    name => /(?:KEY|TOKEN|SECRET)$/.test(name) && !/OPENAI/.test(name),
  );
  for (const name of ours) assert.ok(several!.includes(`\`${name}\``), name);
});

test('the documented nginx configuration accepts the largest body, and streams with heartbeats', () => {
  const [, nginx] = /^```nginx\n([\s\S]+?)^```/m.exec(page)!;
  const number = (name: string): number =>
    Number(new RegExp(`^ *${name} (\\d+)[ms];$`, 'm').exec(nginx!)?.[1]);
  assert.ok(number('client_max_body_size') * 1024 * 1024 >= DEFAULT_LIMITS.adminBodyBytes);
  assert.ok(number('proxy_read_timeout') > 2 * DEFAULT_LIMITS.heartbeatSeconds);
});

test('a backup as documented, made while everything runs, restores the same agent elsewhere', async t => {
  const [, section] = /^## Back up\n([^#]+)/m.exec(page)!;
  const folder = dataFolder();
  const at = (path: string): string => join(folder, path);
  const start = async (DATA_DIR: string) => {
    const started = runCommand(t, ['start'], { DATA_DIR, PORT: '0' });
    const [, url] = await started.printed(/is at (http:\S+)\n/);
    const [, agentId] = /agent-id="([^"]+)"/.exec(await (await fetch(`${url}/`)).text())!;
    return { started, agentId: agentId! };
  };
  const first = await start(at('data'));

  mkdirSync(at('backup'));
  const databases = [...section!.matchAll(/^sqlite3 (\S+) "\.backup (\S+)"$/gm)];
  for (const [, from, to] of databases) {
    const database = new DatabaseSync(at(from!));
    await backup(database, at(to!));
    database.close();
  }
  for (const [, from, to] of section!.matchAll(/^cp -p (\S+\/(\S+)) backup\/$/gm)) {
    copyFileSync(at(from!), at(`backup/${to}`));
  }
  first.started.child.kill('SIGKILL');

  const second = await start(at('backup'));
  assert.equal(second.agentId, first.agentId);
  assert.doesNotMatch(second.started.output(), /Admin token/);
  assert.equal(databases.length, 2);
});
