import { StreamFault } from '../../protocol/event-lines.ts';

/** Letters of a key that tell nobody anything: many begin with the name of who gave them out. */
const TELLS_NOTHING = 8;

/**
 * Looks for the key in the text that a reply's tokens make up together. One step for each letter (Knuth, Morris and
 * Pratt), so none is looked at twice however the key repeats itself.
 */
export class KeyWatch {
  /** Letters of the key that the text so far ends with. */
  matched = 0;
  /** The JSON of tokens that wait: what comes next may make them the key. */
  readonly held: string[] = [];
  readonly #key: string;
  readonly #shorter: readonly number[];
  readonly #most: number;

  constructor(key: string) {
    this.#key = key;
    this.#shorter = shorterMatches(key);
    this.#most = Math.min(TELLS_NOTHING, Math.ceil(key.length / 2));
  }

  /** Letters that match once `code` follows `matched` of them. */
  step(matched: number, code: number): number {
    let found = matched;
    while (found > 0 && this.#key.charCodeAt(found) !== code) found = this.#shorter[found]!;
    return this.#key.charCodeAt(found) === code ? found + 1 : 0;
  }

  /** Whether a text that ends with so many letters of the key may go on. */
  harmless(matched: number): boolean {
    return matched < this.#most;
  }

  isKey(matched: number): boolean {
    return matched === this.#key.length;
  }

  /** Takes the next token; returns those that may go on. @throws StreamFault when the key is complete */
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

/** By how many letters match: how many still do, of the same text, when the next one does not. Made once for all replies. */
function shorterMatches(key: string): readonly number[] {
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
