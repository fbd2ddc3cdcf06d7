import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../until.ts';
import { dataFolder } from './running.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** `npm start` with all its processes. Without its `prestart`, because tests that run meanwhile use the build. */
async function npmStart(t: TestContext) {
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: dataFolder(),
      npm_config_update_notifier: 'false',
      DATA_DIR: dataFolder(),
      PORT: '0',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', chunk => {
      output += String(chunk);
    });
  }
  t.after(() => {
    try {
      process.kill(-npm.pid!, 'SIGKILL');
    } catch {}
  });
  const ended = once(npm, 'exit');
  await until(() => /is at \S+:\d+/.test(output) || npm.exitCode !== null, 'it serves');
  const port = Number(/is at \S+:(\d+)/.exec(output)?.[1]);
  assert.ok(port, output);
  return { npm, ended, port };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`npm start ends at ${signal} after its server, which frees the port`, async t => {
    const { npm, ended, port } = await npmStart(t);
    assert.ok(await isOpen(port));
    npm.kill(signal);
    await ended;
    assert.equal(await isOpen(port), false);
  });
}

test('npm start builds what is missing first, and its shell becomes the server', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.equal(scripts.prestart, 'node scripts/build.ts --missing');
  // npm signals its shell, which passes nothing on unless the server takes its place.
  assert.match(scripts.start, /^exec node [^;&|]+$/);
});
