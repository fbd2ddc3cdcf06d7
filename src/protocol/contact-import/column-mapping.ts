import { type LetterFault, oneLetterApart } from '../text.ts';
import { COLUMN_NAMES, meaningOf, plainName, type Target } from './column-names.ts';
import { looksLikeEmail } from './contact-table.ts';

/** Rows that are sampled to find out what a column holds. */
const SAMPLE_ROWS = 100;

/**
 * Guesses the target of each column. A field is assigned once, except `name`: its parts share it if no column holds the
 * whole name.
 */
export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[] = [],
): Target[] {
  const taken = new Set<Target>();
  const meanings = columns.map(meaningOf);
  const whole = meanings.includes('name');
  const mapping = meanings.map((meaning, i): Target => {
    if (meaning === 'name-part' || meaning === 'last-name') return whole ? 'attribute' : 'name';
    // A bare "id" beside the caller's own id is the service's.
    if (meaning === 'other-id') return /^\s*id\s*$/i.test(columns[i]!) ? '' : 'attribute';
    if (meaning === 'attribute' || taken.has(meaning)) return 'attribute';
    if (meaning !== '') taken.add(meaning);
    return meaning;
  });
  const assign = (target: Target, at: number): void => {
    if (at >= 0 && !taken.has(target)) mapping[at] = target;
  };
  assign('external_id', meanings.indexOf('other-id'));
  const sample = rows.slice(0, SAMPLE_ROWS);
  assign(
    'email',
    mapping.findIndex((target, i) => target === 'attribute' && holdsEmails(sample.map(row => row[i]))),
  );
  return mapping;
}

/** Column indexes in the order in which parts of a name are joined: the family name last. */
export function nameOrder(columns: readonly string[]): number[] {
  const isLast = columns.map(column => meaningOf(column) === 'last-name');
  const places = [...columns.keys()];
  return [...places.filter(i => !isLast[i]), ...places.filter(i => isLast[i])];
}

/** Whether most filled cells are addresses: a list filled in by hand always has exceptions. */
function holdsEmails(cells: readonly unknown[]): boolean {
  const filled = cells.filter(cell => typeof cell === 'string' && cell !== '');
  return filled.filter(cell => looksLikeEmail(String(cell))).length * 2 > filled.length;
}

/** The fewest letters a word must have for each kind of typo. In a shorter one it makes another word: "hands", "handy". */
const LETTERS_MIN: Record<LetterFault, number> = { swapped: 4, more: 5, wrong: 6 };

/**
 * For each column that would become an attribute: the known name that is one typo away, if no other column has that
 * field.
 */
export function suggestNames(columns: readonly string[], mapping: readonly Target[]): (string | undefined)[] {
  return columns.map((column, i) =>
    mapping[i] === 'attribute' ? nearestName(plainName(column), mapping) : undefined,
  );
}

function nearestName(typed: string, mapping: readonly Target[]): string | undefined {
  const match = COLUMN_NAMES.find(({ plain, target }) => {
    const fault = oneLetterApart(typed, plain);
    return (
      fault &&
      Math.max(typed.length, plain.length) >= LETTERS_MIN[fault] &&
      // "Email 2" is not a typo of "Email 1".
      digitsOf(typed) === digitsOf(plain) &&
      !mapping.includes(target)
    );
  });
  return match?.name;
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '');
}
