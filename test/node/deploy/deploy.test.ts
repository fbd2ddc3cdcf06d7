import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../../scripts/loopback.ts';
import { KEY, startUpstream } from '../../fakes/upstream.ts';
import { dataFolder, runNode } from '../cli/running.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DOCKERFILE = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
const UNIT = readFileSync(join(ROOT, 'deploy/agent-chat-proxy.service'), 'utf8');

/** The list of a line such as `CMD ["proxy"]`. */
function list(instruction: string): string[] {
  const text = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(DOCKERFILE)?.[1];
  assert.ok(text, `${instruction} in the Dockerfile`);
  return JSON.parse(text) as string[];
}

test('the files in the image are enough to start, be healthy and stop', async t => {
  const upstream = await startUpstream();
  t.after(() => upstream.close());
  const folder = dataFolder();
  const port = await freePort();
  for (const [, file] of DOCKERFILE.matchAll(/^COPY --from=build \S+ \/app\/(\S+) /gm)) {
    const source = join(ROOT, file!);
    assert.ok(existsSync(source), `${file} is there to be copied`);
    if (file === 'node_modules') symlinkSync(source, join(folder, file));
    else cpSync(source, join(folder, file!), { recursive: true });
  }
  const [node, ...entry] = [...list('ENTRYPOINT'), ...list('CMD')];
  assert.equal(node, 'node');
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATA_DIR: join(folder, 'data'),
    HOST: '0.0.0.0',
    PORT: String(port),
    AGENT_BASE_URL: upstream.url,
    AGENT_API_KEY: KEY,
  };
  const { child, printed, ended } = runNode(t, entry, { cwd: folder, env });
  await printed(/proxy is at/);
  const health = /^ {2}CMD (\[.*\])$/m.exec(DOCKERFILE)?.[1];
  const [, ...probe] = JSON.parse(health ?? '[]') as string[];
  const healthy = spawn(process.execPath, probe, { env, stdio: 'inherit' });
  assert.deepEqual(await once(healthy, 'exit'), [0, null]);
  assert.ok(!readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').includes(KEY));
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

const WITHOUT_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'no systemd here';

test('systemd accepts the unit, and finds it well sandboxed', {
  skip: WITHOUT_SYSTEMD,
}, t => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-unit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // Where the unit's own paths do not exist, systemd has nothing to say but that.
  const unit = UNIT.replace('/usr/bin/node', process.execPath).replace('/opt/agent-chat', ROOT);
  const file = join(folder, 'agent-chat-proxy.service');
  writeFileSync(file, unit);
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
  const { status, stderr } = analyze('verify', '--man=no');
  const own = stderr.split('\n').filter(line => line.includes('agent-chat-proxy'));
  assert.deepEqual([status, own], [0, []]);
  // Of 100. What is left is that it speaks on the network, and that V8 compiles.
  const security = analyze('security', '--offline=true', '--no-pager', '--threshold=20');
  assert.equal(security.status, 0, security.stdout.split('\n').at(-2));
});

test('the package contains what its users need, without tests or traces of this machine', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ files: { path: string }[] }];
  assert.ok(files.length > 100);
  for (const { path } of files) {
    assert.match(
      path,
      /^(?:bin|demo|deploy|dist|docs|examples|src)\/|^(?:package\.json|index\.html|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|llms\.txt)$/,
    );
    assert.doesNotMatch(path, /\.env|\.sqlite|secrets\.json|\.test\.|node_modules/);
    const text = readFileSync(join(ROOT, path), 'latin1');
    assert.ok(!text.includes(KEY) && !text.includes(ROOT), path);
    if (path.startsWith('dist/')) assert.doesNotMatch(text, /\bnew Function\(/, path);
  }
});
