import { createHash } from 'node:crypto';
import type { IngestReport } from '../../contract.ts';
import type { DocumentState, PassageStore } from '../index/passage-store.ts';
import { readDocument, refuseEmpty } from '../reading/read-document.ts';
import { reasonOf, Unreadable } from '../reading/unreadable.ts';
import { extensionOf } from './media-types.ts';
import { directivesOf } from './page-directives.ts';
import { SiteRobots } from './robots.ts';
import { BadStatus, type FetchedPage, type SiteReader } from './site-reader.ts';
import { listPages } from './sitemap.ts';

/** Concurrent requests: fast enough, and no burden for a small site. */
const CONCURRENCY = 4;

/**
 * Updates the index from the pages of a sitemap, or from a single page. Skips unchanged pages, and removes those that are
 * gone or no longer listed; pages with any other error stay as they are. Obeys `noindex`, and the robots.txt of every
 * host, after redirects too. Of pages with the same canonical address, it reads one.
 * @throws Unreadable when the sitemap or robots.txt cannot be read; the index is then unchanged
 */
export async function indexSite(
  store: PassageStore,
  reader: SiteReader,
  { agentId, sitemap }: { agentId: string; sitemap: URL },
  onProgress?: (done: number, total: number) => void,
): Promise<IngestReport> {
  const robots = new SiteRobots(reader);
  // A site that cannot say what it allows is not read at all.
  await robots.allows(sitemap);
  const allows = (url: URL): Promise<boolean> => robots.allows(url);
  const { pages, failed } = await listPages(reader, sitemap, allows);
  // An incomplete sitemap does not show which pages are gone.
  const isComplete = failed.length === 0;
  const report: IngestReport = { read: 0, unchanged: 0, removed: 0, passages: 0, failed, warnings: [] };
  const source = sitemap.href;
  const known = await store.documents(agentId, source);
  const gone: DocumentState[] = [];
  const waiting = pages.values();
  const listed = new Set(pages.map(({ href }) => href));
  const canonicals = new Set<string>();
  /** Whether another page has the content. Claims the canonical address otherwise. */
  const isTwin = (url: URL, { url: { href } }: FetchedPage, canonical: URL | undefined): boolean => {
    if (href !== url.href && listed.has(href)) return true;
    if (!canonical || canonical.href === href) return false;
    if (listed.has(canonical.href) || canonicals.has(canonical.href)) return true;
    canonicals.add(canonical.href);
    return false;
  };
  let done = 0;

  const work = async (): Promise<void> => {
    for (const url of waiting) {
      const before = known.get(url.href);
      known.delete(url.href);
      try {
        if (!(await allows(url))) throw new Unreadable('robots', 'may not be fetched: robots.txt forbids it');
        const page = await reader.fetch(url, allows);
        const { isNoIndex, canonical } = directivesOf(page);
        if (isNoIndex || isTwin(url, page, canonical)) {
          if (before) gone.push(before);
          if (isNoIndex) throw new Unreadable('noindex', 'asks not to be indexed (noindex)');
        } else await indexPage(store, { agentId, source, url, before, page }, report);
      } catch (error) {
        report.failed.push({ path: url.href, reason: reasonOf(error) });
        if (before && error instanceof BadStatus && error.isGone) gone.push(before);
      }
      onProgress?.(++done, pages.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (isComplete) gone.push(...known.values());
  await store.remove(gone.map(({ id }) => id));
  report.removed = gone.length;
  return report;
}

interface Page {
  agentId: string;
  source: string;
  url: URL;
  before: DocumentState | undefined;
  page: FetchedPage;
}

async function indexPage(
  store: PassageStore,
  { agentId, source, url, before, page }: Page,
  report: IngestReport,
): Promise<void> {
  const hash = createHash('sha256').update(page.type).update('\0').update(page.bytes).digest('hex');
  if (before?.hash === hash) {
    report.unchanged++;
    return;
  }
  const extension = extensionOf(page.type);
  if (!extension)
    throw new Unreadable('format', `has a format that cannot be read (${page.type || 'no media type'})`);
  const name = url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname;
  const content = await readDocument(`${name}${extension}`, page.bytes, page.url.href, {
    charset: page.charset,
  });
  if (!before) refuseEmpty(content);
  const { href } = page.url;
  await store.replace([
    { agentId, source, path: url.href, url: href, hash, modified: 0, size: page.bytes.length, content },
  ]);
  report.read++;
  report.passages += content.passages.length;
  if (content.warning) report.warnings.push({ path: url.href, reason: content.warning });
}
