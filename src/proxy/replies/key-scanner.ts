import { StreamFault } from '../../protocol/event-lines.ts';

/** Characters of a key that are no secret: many keys begin with the name of their issuer. */
const HARMLESS = 8;

/**
 * Looks for the key in the joined text of a reply's tokens, in one step per character (Knuth-Morris-Pratt).
 */
export class KeyScanner {
  /** Characters of the key that the text so far ends with. */
  matched = 0;
  /** The JSON of tokens that wait, because the next ones may complete the key. */
  readonly held: string[] = [];
  readonly #key: string;
  readonly #failure: readonly number[];
  readonly #safe: number;

  constructor(key: string) {
    this.#key = key;
    this.#failure = failureTable(key);
    this.#safe = Math.min(HARMLESS, Math.ceil(key.length / 2));
  }

  /** Characters that match once `code` follows `matched` of them. */
  step(matched: number, code: number): number {
    let found = matched;
    while (found > 0 && this.#key.charCodeAt(found) !== code) found = this.#failure[found]!;
    return this.#key.charCodeAt(found) === code ? found + 1 : 0;
  }

  /** Whether a text that ends with so many characters of the key may be passed on. */
  harmless(matched: number): boolean {
    return matched < this.#safe;
  }

  isKey(matched: number): boolean {
    return matched === this.#key.length;
  }

  /** Takes the next token; returns the tokens that may be passed on. @throws StreamFault if the key is complete */
  pass(content: string, json: string): string[] {
    for (let i = 0; i < content.length; i++) {
      this.matched = this.step(this.matched, content.charCodeAt(i));
      if (this.isKey(this.matched)) throw new StreamFault('the reply holds the key');
    }
    this.held.push(json);
    return this.harmless(this.matched) ? this.held.splice(0) : [];
  }
}

let latest: { key: string; shorter: readonly number[] } | undefined;

/** The failure table of Knuth-Morris-Pratt, by matched characters. Made once for all replies. */
function failureTable(key: string): readonly number[] {
  if (latest?.key === key) return latest.shorter;
  const shorter = [0, 0];
  for (let length = 2, match = 0; length < key.length; length++) {
    while (match > 0 && key[match] !== key[length - 1]) match = shorter[match]!;
    if (key[match] === key[length - 1]) match++;
    shorter.push(match);
  }
  latest = { key, shorter };
  return shorter;
}

/**
 * The key as `JSON.stringify` writes it. Other serializers escape a slash, or every character: parse and stringify a text
 * before looking for the key in it.
 */
export function keyInJson(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}
