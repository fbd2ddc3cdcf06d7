import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { mock } from 'node:test';
import { main } from '../../../src/cli/main.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(import.meta.dirname, 'command.ts');

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The `agent-chat` command as its sources stand, in a process of its own. */
function spawnCommand(args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command to its end. */
export async function runToEnd(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const child = spawnCommand(args, env);
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout!.on('data', chunk => {
    outcome.stdout += String(chunk);
  });
  child.stderr!.on('data', chunk => {
    outcome.stderr += String(chunk);
  });
  [outcome.code] = (await once(child, 'close')) as [number | null];
  return outcome;
}

/** The same within this process, a tenth of the work, where nothing hangs on the process: one call at a time. */
export async function callCommand(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  const printed = [
    mock.method(console, 'log', (line: string) => {
      outcome.stdout += `${line}\n`;
    }),
    mock.method(console, 'error', (line: string) => {
      outcome.stderr += `${line}\n`;
    }),
  ];
  try {
    outcome.code = await main(args, env);
  } finally {
    for (const { mock: method } of printed) method.restore();
  }
  return outcome;
}

/** Starts a command that keeps running, and waits until it has printed what `ready` looks for. */
export async function startCommand(
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ child: ChildProcess; output: () => string; match: RegExpMatchArray }> {
  const child = spawnCommand(args, env);
  let output = '';
  const match = await new Promise<RegExpMatchArray>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += String(chunk);
      const found = ready.exec(output);
      if (found) resolve(found);
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.once('exit', code => reject(new Error(`${args.join(' ')} ended with ${code}: ${output}`)));
  });
  return { child, output: () => output, match };
}
