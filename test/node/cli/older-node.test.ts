import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataFolder, runNode } from './running.ts';

const BIN = join(import.meta.dirname, '../../../bin/agent-chat.js');
/** The command takes this one for too old, and runs by the project's own. */
const OLDER = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })",
)}`;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} ends the command properly, also if the machine’s own Node.js is too old for it`, async t => {
    const args = ['service', '--port', '0', '--data-dir', dataFolder()];
    const command = runNode(t, ['--import', OLDER, BIN, ...args], { env: { PATH: process.env.PATH } });
    await command.printed(/API key: /);
    command.child.kill(signal);
    assert.equal(await command.ended, 0);
  });
}
