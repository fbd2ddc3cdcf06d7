import { BadStatus, type SiteReader } from './site-reader.ts';

/** Bytes of a robots.txt that are read, as RFC 9309 section 2.5 allows. */
const SIZE_MAX = 500 * 1024;
/** What this reader calls itself, in `User-Agent` and in a robots.txt. */
const NAME = 'agent-chat';

interface Rule {
  allow: boolean;
  pattern: string;
}

/** What a site lets readers fetch: RFC 9309. */
export class Robots {
  readonly #rules: readonly Rule[];

  constructor(text: string) {
    const groups = readGroups(text);
    this.#rules = groups.get(NAME) ?? groups.get('*') ?? [];
  }

  /** The longest rule that matches decides; of two as long, the one that allows. */
  allows(url: URL): boolean {
    const path = comparable(url.pathname + url.search);
    if (path === '/robots.txt') return true;
    let decides: Rule | undefined;
    for (const rule of this.#rules) {
      if (!matches(path, rule.pattern)) continue;
      const more = rule.pattern.length - (decides?.pattern.length ?? -1);
      if (more > 0 || (more === 0 && rule.allow)) decides = rule;
    }
    return decides?.allow ?? true;
  }
}

/**
 * The rules of a site. One that has none allows everything.
 * @throws Unreadable when the site fails to say: it may forbid everything (section 2.3.1.4)
 */
export async function fetchRobots(reader: SiteReader, site: URL): Promise<Robots> {
  try {
    const { bytes } = await reader.fetch(new URL('/robots.txt', site));
    return new Robots(new TextDecoder().decode(bytes.subarray(0, SIZE_MAX)));
  } catch (error) {
    if (error instanceof BadStatus && error.status >= 400 && error.status < 500) return new Robots('');
    throw error;
  }
}

/** The rules for this reader and for everybody. Groups for one name count together. */
function readGroups(text: string): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>();
  let names = new Set<string>();
  let hasRules = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', rest = ''] = /^([^:#]*):([^#]*)/.exec(line) ?? [];
    const value = rest.trim();
    const field = key.trim().toLowerCase();
    switch (field) {
      case 'user-agent': {
        if (hasRules) names = new Set();
        hasRules = false;
        const name = value === '*' ? '*' : (/^[\w-]+/.exec(value)?.[0].toLowerCase() ?? '');
        // Kept for others as well, a file of nothing but names and rules would fill the memory.
        if (name !== NAME && name !== '*') break;
        names.add(name);
        if (!groups.has(name)) groups.set(name, []);
        break;
      }
      case 'allow':
      case 'disallow':
        hasRules = true;
        // An empty rule matches nothing.
        if (value === '') break;
        for (const name of names) {
          groups.get(name)!.push({ allow: field === 'allow', pattern: comparable(value) });
        }
    }
  }
  return groups;
}

/** `*` stands for any characters, `$` at the end for the end. Without recursion, so that no pattern takes long. */
function matches(path: string, pattern: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [i, piece] of others.entries()) {
    const isLast = i === others.length - 1;
    if (isLast && isWhole) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return !isWhole || at === path.length;
}

/** One way of writing a path: `/%7Ejoe`, `/~joe` and, in another case, `/%7ejoe` are the same. */
function comparable(path: string): string {
  return path.replace(/[^\u0021-\u007e]+/gu, encodeURIComponent).replace(/%[0-9a-f]{2}/gi, code => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : code.toUpperCase();
  });
}
