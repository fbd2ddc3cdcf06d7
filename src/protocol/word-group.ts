/** The comma of every language whose people write one of their own: Arabic "،", Chinese and Japanese "，" and "、". */
const COMMAS = /[,،，、]/u;

/** The words or phrases of an entry of word groups: "refund, money back". */
export function wordGroup(entry: string): string[] {
  return entry
    .split(COMMAS)
    .map(word => word.trim())
    .filter(word => word !== '');
}
