import { readFileSync } from 'node:fs';

/** Where `steal` stands among the numbers of /proc/stat's first line, proc(5); those behind it are in the others. */
const STEAL = 7;

/**
 * Tells what share of its processors' time a virtual machine was denied from now on because others had them: what a
 * subject seems to be late by then is not its own. Undefined where the system does not say.
 */
export function stolenShare(): () => number | undefined {
  const before = ticks();
  return () => {
    const after = ticks();
    if (!before || !after) return undefined;
    return (after.stolen - before.stolen) / (after.all - before.all);
  };
}

function ticks(): { stolen: number; all: number } | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const fields = line
      .split(/\s+/)
      .slice(1, STEAL + 2)
      .map(Number);
    return { stolen: fields[STEAL] ?? 0, all: fields.reduce((sum, field) => sum + field, 0) };
  } catch {
    return undefined;
  }
}
