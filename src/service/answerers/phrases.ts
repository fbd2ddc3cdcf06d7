/** Phrases as they are written in a table, parted by "|". */
export function phrases(list: string): ReadonlySet<string> {
  return new Set(list.split('|').map(phrase => phrase.trim()));
}
