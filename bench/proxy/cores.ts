import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** As `taskset` lists them. A subject that shares its core with the load is measured as slow as the load makes it. */
export const SUBJECT = '0';
export const OTHERS = `1-${cpus().length - 1}`;

/** Whether processes can be held to cores here: Linux, with two of them at least. */
export const HELD = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;

/** A command that is held to these cores, where that can be had. */
export function onCores(cores: string, command: string, args: string[]): [string, string[]] {
  return HELD ? ['taskset', ['-c', cores, command, ...args]] : [command, args];
}

/** Keeps this process, all its threads, off the subject's core. */
export function leaveSubjectAlone(): void {
  if (HELD) spawnSync('taskset', ['-a', '-cp', OTHERS, String(process.pid)]);
}
