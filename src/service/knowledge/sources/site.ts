import { createHash } from 'node:crypto';
import type { IngestReport } from '../../contract.ts';
import type { DocumentState, PassageStore } from '../index/passage-store.ts';
import { readDocument, refuseEmpty } from '../reading/read-document.ts';
import { reasonOf, Unreadable } from '../reading/unreadable.ts';
import { fetchRobots } from './robots.ts';
import { BadStatus, type FetchedPage, type SiteReader } from './site-reader.ts';
import { listPages } from './sitemap.ts';

/** Formats by media type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.html',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'text/markdown': '.md',
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
};
/** Concurrent requests: fast enough, and no burden for a small site. */
const CONCURRENCY = 4;

/**
 * Updates the index from the pages of a sitemap. Skips unchanged pages, and removes those that are gone or no longer
 * listed; pages with any other error stay as they are. Obeys robots.txt.
 * @throws Unreadable when the sitemap or robots.txt cannot be read; the index is then unchanged
 */
export async function indexSite(
  store: PassageStore,
  reader: SiteReader,
  { agentId, sitemap }: { agentId: string; sitemap: URL },
  onProgress?: (done: number, total: number) => void,
): Promise<IngestReport> {
  const robots = await fetchRobots(reader, sitemap);
  const { pages, failed } = await listPages(reader, sitemap);
  // An incomplete sitemap does not show which pages are gone.
  const isComplete = failed.length === 0;
  const report: IngestReport = { read: 0, unchanged: 0, removed: 0, passages: 0, failed };
  const source = sitemap.href;
  const known = await store.documents(agentId, source);
  const gone: DocumentState[] = [];
  const waiting = pages.values();
  let done = 0;

  const work = async (): Promise<void> => {
    for (const url of waiting) {
      const before = known.get(url.href);
      known.delete(url.href);
      try {
        if (!robots.allows(url)) throw new Unreadable('may not be fetched: robots.txt forbids it');
        await indexPage(store, { agentId, source, url, before, page: await reader.fetch(url) }, report);
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
  const extension = EXTENSIONS[page.type];
  if (!extension) throw new Unreadable(`has a format that cannot be read (${page.type || 'no media type'})`);
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
}
