import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import type { SkipCode } from '../../../protocol/sources.ts';
import { decodeText } from '../reading/decode-text.ts';
import { reasonOf, skipCodeOf, Unreadable } from '../reading/unreadable.ts';
import { isReadableType } from './media-types.ts';
import { type Allows, BadStatus, type FetchedPage, type SiteReader } from './site-reader.ts';

export interface PageList {
  /** Each once, in the order listed. */
  pages: URL[];
  /** Sitemaps and entries that could not be read. */
  failed: { path: string; reason: string; code: SkipCode }[];
}

/** Of a site altogether, however many sitemaps its robots.txt names. */
const PAGES_MAX = 50_000;
const SITEMAPS_MAX = 100;
/** Bytes of a page's address and its source's together. An index entry of PostgreSQL has room for no more. */
const ADDRESSES_MAX = 2600;
/** Characters of an address that is reported. */
const SHOWN_MAX = 200;
const LONG_ADDRESS = 'has an address that is too long';
const TOO_MANY = `lists more than ${PAGES_MAX} pages or ${SITEMAPS_MAX} sitemaps; the rest was not read`;
const DECOMPRESSED_MAX = 50 * 1024 * 1024;
/** Depth of elements. A sitemap has three levels; with images and languages, five. */
const DEPTH_MAX = 100;

/**
 * The pages of a sitemap, and of the sitemaps it lists: XML, also compressed, or plain lines. The address of a home page
 * stands for the sitemaps in `known`, or `/sitemap.xml`; that of any other page is a list of this page.
 * @param known the sitemaps that robots.txt names
 * @throws Unreadable when the sitemap itself cannot be read or lists nothing
 */
export async function listPages(
  reader: SiteReader,
  sitemap: URL,
  allows?: Allows,
  known: readonly string[] = [],
): Promise<PageList> {
  const { pages, failed } = await listWithinBudget(reader, sitemap, allows, known, newBudget());
  const isShort = (url: URL): boolean => url.href.length + sitemap.href.length <= ADDRESSES_MAX;
  const short = pages.filter(isShort);
  // A source that is one page, or its home page alone.
  if (short.length === 0) throw new Unreadable('long-address', LONG_ADDRESS);
  for (const { href } of pages.filter(url => !isShort(url)))
    failed.push({ path: `${href.slice(0, SHOWN_MAX)}…`, reason: LONG_ADDRESS, code: 'long-address' });
  return { pages: short, failed };
}

/** What the sitemaps of a site may still list. */
interface ListBudget {
  pages: number;
  sitemaps: number;
}

function newBudget(): ListBudget {
  return { pages: PAGES_MAX, sitemaps: SITEMAPS_MAX };
}

async function listWithinBudget(
  reader: SiteReader,
  sitemap: URL,
  allows: Allows | undefined,
  known: readonly string[],
  budget: ListBudget,
): Promise<PageList> {
  const pages = new Map<string, URL>();
  const failed: PageList['failed'] = [];
  const waiting = [sitemap];
  const seen = new Set([sitemap.href]);
  let isTruncated = false;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    try {
      const fetched = await reader.fetch(next, allows);
      if (next === sitemap && isPage(fetched)) return await pagesOf(reader, sitemap, allows, known, budget);
      const found = entriesOf(fetched);
      for (const location of found.sitemaps) {
        const url = parse(location, next);
        if (!url || seen.has(url.href)) continue;
        if (budget.sitemaps <= 1) {
          isTruncated = true;
          break;
        }
        budget.sitemaps--;
        seen.add(url.href);
        waiting.push(url);
      }
      for (const location of found.pages) {
        const url = parse(location, next);
        if (url && pages.has(url.href)) continue;
        if (budget.pages <= 0) {
          isTruncated = true;
          break;
        }
        budget.pages--;
        if (!url)
          failed.push({
            path: location.slice(0, SHOWN_MAX),
            reason: 'is not a valid address',
            code: 'address',
          });
        else pages.set(url.href, url);
      }
    } catch (error) {
      if (next === sitemap) throw error;
      failed.push({ path: shown(next), reason: reasonOf(error), code: skipCodeOf(error) });
    }
  }
  if (pages.size === 0) {
    const usual = new URL('/sitemap.xml', sitemap).href;
    const hint = sitemap.href === usual ? '' : `; most sites have theirs at ${usual}`;
    throw new Unreadable('no-pages', `is not a sitemap, or lists no pages${hint}`);
  }
  if (isTruncated) failed.push({ path: shown(sitemap), reason: TOO_MANY, code: 'too-large' });
  return { pages: [...pages.values()], failed };
}

/** The home page with the pages of the site's sitemaps, or a single page. */
async function pagesOf(
  reader: SiteReader,
  page: URL,
  allows: Allows | undefined,
  known: readonly string[],
  budget: ListBudget,
): Promise<PageList> {
  const pages = new Map([[page.href, page]]);
  const failed: PageList['failed'] = [];
  if (page.pathname !== '/' || page.search !== '') return { pages: [page], failed };
  for (const location of known.length > 0 ? known : ['/sitemap.xml']) {
    const sitemap = parse(location, page);
    if (!sitemap || sitemap.href === page.href) continue;
    if (budget.pages <= 0 || budget.sitemaps <= 0) {
      failed.push({ path: shown(sitemap), reason: TOO_MANY, code: 'too-large' });
      break;
    }
    try {
      budget.sitemaps--;
      const list = await listWithinBudget(reader, sitemap, allows, [], budget);
      for (const url of list.pages) pages.set(url.href, url);
      failed.push(...list.failed);
    } catch (error) {
      // A site may have no sitemap. Any other failure makes the list incomplete.
      const isMissing = skipCodeOf(error) === 'no-pages' || (error instanceof BadStatus && error.isGone);
      if (!isMissing) failed.push({ path: shown(sitemap), reason: reasonOf(error), code: skipCodeOf(error) });
    }
  }
  return { pages: [...pages.values()], failed };
}

/** The address as it is reported: one entry of an index holds it, and the owner can tell which it is. */
function shown({ href }: URL): string {
  return href.length > SHOWN_MAX ? `${href.slice(0, SHOWN_MAX)}…` : href;
}

function entriesOf({ bytes, type }: FetchedPage): { pages: string[]; sitemaps: string[] } {
  const text = decodeText(isGzip(bytes) ? decompress(bytes) : bytes);
  if (type === 'text/plain') {
    const lines = text.split('\n').map(line => line.trim());
    return { pages: lines.filter(line => line !== ''), sitemaps: [] };
  }
  const found = { pages: [] as string[], sitemaps: [] as string[] };
  let list: string[] | undefined;
  let location: string | undefined;
  let depth = 0;
  /** Of the sitemap's namespace. Elements of others, such as `image:loc`, name no pages. */
  let prefix = '';
  const parser = new Parser(
    {
      onopentag(name) {
        // The time of the parser grows with the depth.
        if (++depth > DEPTH_MAX) throw new Unreadable('nested', 'is nested too deeply');
        if (depth === 1) prefix = /^[^:]+:/.exec(name)?.[0] ?? '';
        if (name === `${prefix}url`) list = found.pages;
        else if (name === `${prefix}sitemap`) list = found.sitemaps;
        else if (name === `${prefix}loc`) location = '';
      },
      ontext(piece) {
        if (location !== undefined) location += piece;
      },
      onclosetag(name) {
        depth--;
        if (name !== `${prefix}loc`) return;
        if (location?.trim()) list?.push(location.trim());
        location = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return found;
}

/** Whether a response is a page or a document. Some sites answer with a page where they have no sitemap. */
function isPage({ url, type, bytes }: FetchedPage): boolean {
  if (/\.xml(?:\.gz)?$/i.test(url.pathname) || !isReadableType(type)) return false;
  if (type !== 'text/plain') return true;
  // Addresses have no spaces.
  return decodeText(bytes)
    .split('\n')
    .some(line => /\S\s+\S/.test(line));
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function decompress(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: DECOMPRESSED_MAX });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Unreadable('too-large', `is larger than ${DECOMPRESSED_MAX} bytes when decompressed`);
    throw new Unreadable('damaged', 'is damaged: it cannot be decompressed');
  }
}

function parse(location: string, base: URL): URL | undefined {
  const url = URL.parse(location, base.href);
  if (url) url.hash = '';
  return url ?? undefined;
}
