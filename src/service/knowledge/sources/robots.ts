import robotsParser from 'robots-parser';
import { BadStatus, type SiteReader } from './site-reader.ts';

/** Bytes of a robots.txt that are read (RFC 9309, section 2.5). */
const SIZE_MAX = 500 * 1024;
/** The name of this reader in `User-Agent` and in a robots.txt. */
const NAME = 'agent-chat';
/** The parser compares origins; each site has a parser of its own here. */
const ORIGIN = 'http://robots.invalid';

const SITEMAP = /^\s*sitemap\s*:\s*(\S+)/gim;
const SITEMAPS_MAX = 20;

// The types of the package describe an ES module; it is CommonJS.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** What a site allows this reader to fetch: RFC 9309. */
export class Robots {
  readonly #rules: ReturnType<typeof parseRobots>;
  /** The addresses of the site's sitemaps. */
  readonly sitemaps: readonly string[];

  constructor(text: string) {
    this.sitemaps = [...text.matchAll(SITEMAP)].slice(0, SITEMAPS_MAX).map(([, address]) => address!);
    this.#rules = parseRobots(`${ORIGIN}/robots.txt`, relevantLines(text).join('\n'));
  }

  allows({ pathname, search }: URL): boolean {
    if (pathname === '/robots.txt') return true;
    return this.#rules.isAllowed(ORIGIN + normalize(pathname + search), NAME) ?? true;
  }
}

/** The rules of each origin that a site has: its name with and without `www.`, http and https. */
export class SiteRobots {
  readonly #reader: SiteReader;
  readonly #byOrigin = new Map<string, Promise<Robots>>();

  constructor(reader: SiteReader) {
    this.#reader = reader;
  }

  /** Fetches the rules of an origin once. @throws Unreadable as `fetchRobots` */
  async allows(url: URL): Promise<boolean> {
    return (await this.#of(url)).allows(url);
  }

  /** The sitemaps that the robots.txt of an address names. @throws Unreadable as `fetchRobots` */
  async sitemaps(url: URL): Promise<readonly string[]> {
    return (await this.#of(url)).sitemaps;
  }

  #of(url: URL): Promise<Robots> {
    const known = this.#byOrigin.get(url.origin);
    const robots = known ?? fetchRobots(this.#reader, url);
    if (!known) this.#byOrigin.set(url.origin, robots);
    return robots;
  }
}

/**
 * Fetches the rules of a site. Without a robots.txt everything is allowed.
 * @throws Unreadable when the site fails to answer: it may forbid everything (section 2.3.1.4)
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

/**
 * The groups for this reader and for all. The parser stores each rule for each name of its group, so a hostile file with
 * thousands of both would fill the memory.
 */
function relevantLines(text: string): string[] {
  const lines: string[] = [];
  let names = new Set<string>();
  let hasRules = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^\s#]*)/.exec(line) ?? [];
    if (/^user-agent$/i.test(field)) {
      if (hasRules) names = new Set();
      hasRules = false;
      const name = value === '*' ? value : /^[\w-]+/.exec(value)?.[0].toLowerCase();
      if ((name !== NAME && name !== '*') || names.has(name)) continue;
      names.add(name);
      lines.push(`User-agent: ${name}`);
    } else if (/^(?:dis)?allow$/i.test(field)) {
      hasRules = true;
      if (names.size > 0 && value !== '') lines.push(`${field}: ${normalize(value)}`);
    }
  }
  return lines;
}

/** The parser compares paths as they are written. Makes `/%7Ejoe`, `/%7ejoe` and `/~joe` the same. */
function normalize(path: string): string {
  return path.replace(/[^\u0021-\u007e]+/gu, encodeURIComponent).replace(/%[0-9a-f]{2}/gi, code => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : code.toUpperCase();
  });
}
