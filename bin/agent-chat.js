#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** With an SQLite that can search texts. */
const NEEDED = [22, 16];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
  leaveOutSqliteWarning();
  const { main } = await import('../dist/cli/main.js');
  process.exitCode = await main(process.argv.slice(2));
} else {
  runWithPinnedNode();
}

/** Node 22 calls its SQLite experimental at each start, to people who can do nothing about it. */
function leaveOutSqliteWarning() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning(warning, ...rest);
  };
}

/** A checkout brings its own Node; an installed package relies on the machine's. */
function runWithPinnedNode() {
  const pinned = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (!existsSync(pinned)) {
    console.error(`agent-chat needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}.`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}
