import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { closingAfter } from '../../../src/cli/shutdown.ts';

const SHUTDOWN = join(import.meta.dirname, '../../../src/cli/shutdown.ts');

test('a process that is asked to stop ends, though a line to its database never closes', async () => {
  const program = `
    import { createServer, connect } from 'node:net';
    import { untilSignal } from ${JSON.stringify(SHUTDOWN)};
    const silent = createServer({ allowHalfOpen: true }).listen(0, () => {
      const line = connect(silent.address().port).on('connect', () => console.log('serves'));
      signal.then(() => line.end());
    });
    const signal = untilSignal(50);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [1, null]);
});

test('what one thing fails at as it closes keeps no other from being closed', async () => {
  const closed: string[] = [];
  const closing = closingAfter(async onClose => {
    onClose(async () => void closed.push('database'));
    onClose(async () => {
      throw new Error('no answer');
    });
    onClose(async () => void closed.push('listener'));
  });
  await assert.rejects(closing, { message: 'no answer' });
  assert.deepEqual(closed, ['listener', 'database']);
});
