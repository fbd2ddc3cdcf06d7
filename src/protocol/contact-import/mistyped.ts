import { type LetterFault, oneLetterApart } from '../one-letter-apart.ts';
import { COLUMN_NAMES, plainName, type Target } from './column-names.ts';

/** How many letters a word has at least. A shorter one with another letter is another word: "hands" is no "handy". */
const LETTERS_MIN: Record<LetterFault, number> = { swapped: 4, more: 5, wrong: 6 };

/**
 * For each column the known name it was probably meant to have, where it is taken for an attribute and one letter away
 * from the name of a field that no column has.
 */
export function mistyped(columns: readonly string[], mapping: readonly Target[]): (string | undefined)[] {
  return columns.map((column, i) =>
    mapping[i] === 'attribute' ? nearName(plainName(column), mapping) : undefined,
  );
}

function nearName(typed: string, mapping: readonly Target[]): string | undefined {
  const near = COLUMN_NAMES.find(({ plain, target }) => {
    const fault = oneLetterApart(typed, plain);
    return (
      fault &&
      Math.max(typed.length, plain.length) >= LETTERS_MIN[fault] &&
      // "Email 2" is meant as it stands.
      digitsOf(typed) === digitsOf(plain) &&
      !mapping.includes(target)
    );
  });
  return near?.name;
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '');
}
