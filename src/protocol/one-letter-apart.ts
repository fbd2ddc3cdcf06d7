/** What is wrong with a word: two letters changed places, one is too many or missing, or one is another. */
export type LetterFault = 'swapped' | 'more' | 'wrong';

/** In what the two words differ, where it is one fault, not in the first letter: that is rarely wrong. */
export function oneLetterApart(a: string, b: string): LetterFault | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (a === b || long.length - short.length > 1) return undefined;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  if (from === 0) return undefined;
  const rest = (word: string, skipped: number): string => word.slice(from + skipped);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1) ? 'more' : undefined;
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  if (swapped && rest(short, 2) === rest(long, 2)) return 'swapped';
  return rest(short, 1) === rest(long, 1) ? 'wrong' : undefined;
}
