import { COLUMN_NAMES, plainName, type Target } from './column-names.ts';

/** Letters a name needs for one that is wrong in it to be told from another word, and for two. */
const ENOUGH_FOR_ONE = 5;
const ENOUGH_FOR_TWO = 9;

/**
 * For each column the known name it was probably meant to have, where it is taken for an attribute and one or two
 * letters away from the name of a field that no column has.
 */
export function mistyped(columns: readonly string[], mapping: readonly Target[]): (string | undefined)[] {
  return columns.map((column, i) =>
    mapping[i] === 'attribute' ? nearName(plainName(column), mapping) : undefined,
  );
}

function nearName(typed: string, mapping: readonly Target[]): string | undefined {
  let nearest: string | undefined;
  let least = 3;
  for (const { name, plain, target } of COLUMN_NAMES) {
    if (mapping.includes(target) || Math.abs(plain.length - typed.length) > 1) continue;
    if (typed[0] !== plain[0]) continue;
    // "Email 2" is meant as it stands.
    if (typed.replace(/\P{N}/gu, '') !== plain.replace(/\P{N}/gu, '')) continue;
    const far = lettersApart(typed, plain);
    if (far >= least || far > allowed(typed, plain)) continue;
    least = far;
    nearest = name;
  }
  return nearest;
}

/** A short word with another letter is another word: "note" is no "nome". */
function allowed(typed: string, plain: string): number {
  if (Math.min(typed.length, plain.length) >= ENOUGH_FOR_TWO) return 2;
  const letters = Math.max(typed.length, plain.length);
  if (letters >= ENOUGH_FOR_ONE) return 1;
  const sorted = (word: string): string => [...word].sort().join('');
  return letters === ENOUGH_FOR_ONE - 1 && sorted(typed) === sorted(plain) ? 1 : 0;
}

/** Letters too many, too few or wrong, and pairs that changed places. */
function lettersApart(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
