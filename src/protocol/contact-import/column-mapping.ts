import { meaningOf, type Target } from './column-names.ts';
import { looksLikeEmail } from './email-shape.ts';

/** Rows that are enough to tell what a column holds. */
const LOOKED_AT = 100;

/**
 * The likely meaning of each column. No field is given out twice, but the name to its parts where it is in no column
 * as a whole.
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
    // Beside the caller's own, a bare "id" is the service's.
    if (meaning === 'other-id') return /^\s*id\s*$/i.test(columns[i]!) ? '' : 'attribute';
    if (meaning === 'attribute' || taken.has(meaning)) return 'attribute';
    if (meaning !== '') taken.add(meaning);
    return meaning;
  });
  const give = (target: Target, at: number): void => {
    if (at >= 0 && !taken.has(target)) mapping[at] = target;
  };
  give('external_id', meanings.indexOf('other-id'));
  const sample = rows.slice(0, LOOKED_AT);
  give(
    'email',
    mapping.findIndex((target, i) => target === 'attribute' && holdsEmails(sample.map(row => row[i]))),
  );
  return mapping;
}

/** The columns' places in the order in which parts of a name are put together. */
export function nameOrder(columns: readonly string[]): number[] {
  const isLast = columns.map(column => meaningOf(column) === 'last-name');
  const places = [...columns.keys()];
  return [...places.filter(i => !isLast[i]), ...places.filter(i => isLast[i])];
}

/** Most of what is in it: a list that people have filled in by hand is never clean. */
function holdsEmails(cells: readonly unknown[]): boolean {
  const filled = cells.filter(cell => typeof cell === 'string' && cell !== '');
  return filled.filter(cell => looksLikeEmail(String(cell))).length * 2 > filled.length;
}
