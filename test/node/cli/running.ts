import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '../deploy/nginx.ts';

const MAIN = join(import.meta.dirname, 'command.ts');

export interface Running {
  child: ChildProcess;
  output(): string;
  /** Resolves with the first match in what the process prints. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code. */
  ended: Promise<number | null>;
}

/** Runs the command from its sources in a process of its own, which ends with the test. */
export function runCommand(t: Cleanup, args: string[], env: Record<string, string> = {}): Running {
  return runNode(t, [MAIN, ...args], {
    // Stops at once: no load balancer has to notice.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DRAIN_SECONDS: '0',
      ...env,
    },
  });
}

/** Runs Node.js in a process of its own, which ends with the test. */
export function runNode(
  t: Cleanup,
  args: string[],
  options: { cwd?: string; env: NodeJS.ProcessEnv },
): Running {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const listeners = new Set<() => void>();
  const collect = (chunk: Buffer): void => {
    output += chunk;
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    output: () => output,
    ended,
    printed: pattern =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output);
          if (match) resolve(match);
        };
        listeners.add(look);
        void ended.then(code => reject(new Error(`ended with ${code} before ${pattern}:\n${output}`)));
        look();
      }),
  };
}

const folders: string[] = [];
// Not with the test: what it started may still write there.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-cli-'));
  folders.push(folder);
  return folder;
}
