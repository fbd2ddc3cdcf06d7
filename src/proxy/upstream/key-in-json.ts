/**
 * How a key stands in JSON that `JSON.stringify` writes. Others escape a slash, or every character: what came is to be
 * looked at as it would be written here, not as it was.
 */
export function keyInJson(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}
