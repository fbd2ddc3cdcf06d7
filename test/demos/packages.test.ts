/**
 * The published packages as people get them: installed from their tarballs in an empty folder by npm and by pnpm. Part of
 * `npm run test:demos`, because it needs the registry.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { freePort } from '../../scripts/loopback.ts';
import { ended } from '../../scripts/servers.ts';
import { type PackageName, packedManifest, packedTarball } from '../node/build/packed.ts';
import { until } from '../node/until.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The Node.js of this process, which the package managers run by too. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

interface Manager {
  install: string[];
  /** How many packages are installed in the folder. */
  count: (folder: string) => number;
}

const MANAGERS: Record<string, Manager> = {
  npm: {
    install: ['npm', 'install', '--no-audit', '--no-fund'],
    count: folder => {
      const lock = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8');
      return Object.keys((JSON.parse(lock) as { packages: object }).packages).length;
    },
  },
  pnpm: {
    install: ['npx', '--yes', 'pnpm@12', 'add'],
    count: folder =>
      readdirSync(join(folder, 'node_modules/.pnpm'), { withFileTypes: true }).filter(
        entry => entry.isDirectory() && entry.name !== 'node_modules',
      ).length,
  },
};

/** An empty project with these packages. */
function install(manager: Manager, ...packages: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-installed-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const [command, ...args] = manager.install;
  execFileSync(command!, [...args, ...packages], {
    cwd: folder,
    env: { ...process.env, PATH, CI: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}

/** Bytes on a disk with blocks of 4 KiB. Links are not followed. */
function sizeOnDisk(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + sizeOnDisk(path);
    return entry.isFile() ? sum + Math.ceil(lstatSync(path).size / 4096) * 4096 : sum;
  }, 0);
}

/** Every entry of a package that holds code, but those that are elsewhere now. */
const entriesOf = (name: PackageName): string[] =>
  Object.entries(packedManifest(name).exports).flatMap(([entry, target]) =>
    typeof target === 'string' || target.default.includes('/moved/')
      ? []
      : [entry.replace('.', name).replace('*', 'de')],
  );

function run(folder: string, code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    encoding: 'utf8',
  });
}

for (const [name, manager] of Object.entries(MANAGERS)) {
  describe(name, () => {
    test('a React app gets six packages more with agent-chat, and 12 MiB at most', t => {
      const before = install(manager, 'react', 'react-dom');
      const folder = install(manager, 'react', 'react-dom', packedTarball('agent-chat'));
      const added = manager.count(folder) - manager.count(before);
      const megabytes = (sizeOnDisk(folder) - sizeOnDisk(before)) / 1024 ** 2;
      t.diagnostic(`${added} packages, ${megabytes.toFixed(1)} MiB`);
      assert.ok(added > 0 && added <= 6, `${added} packages`);
      assert.ok(megabytes > 0 && megabytes <= 12, `${megabytes} MiB`);
      for (const entry of entriesOf('agent-chat'))
        assert.match(
          run(folder, `console.log(Object.keys(await import('${entry}')).length)`),
          /^[1-9]/,
          entry,
        );
    });

    test('agent-chat-server brings six packages at most, and its command answers', async t => {
      const folder = install(manager, packedTarball('agent-chat-server'));
      const brought = manager.count(folder) - 1;
      t.diagnostic(`${brought} packages, ${(sizeOnDisk(folder) / 1024 ** 2).toFixed(1)} MiB`);
      assert.ok(brought > 0 && brought <= 6, `${brought} packages`);
      for (const entry of entriesOf('agent-chat-server'))
        assert.match(
          run(folder, `console.log(Object.keys(await import('${entry}')).length)`),
          /^[1-9]/,
          entry,
        );
      const port = await freePort();
      const agent = crypto.randomUUID();
      const child = spawn(join(folder, 'node_modules/.bin/agent-chat'), ['start'], {
        cwd: folder,
        env: { ...process.env, PATH, PORT: String(port), AGENT_ID: agent, DRAIN_SECONDS: '0' },
        stdio: 'ignore',
      });
      t.after(() => ended(child, 'SIGTERM'));
      await until(async () => {
        const answer = await fetch(`http://localhost:${port}/api/v2/agents/${agent}/chat`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ message: 'How do I run it on another port?' }),
        }).catch(() => undefined);
        return answer?.status === 200 && /8787/.test(await answer.text());
      }, 'the installed command answers from its documents');
    });
  });
}
