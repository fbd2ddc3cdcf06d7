import { createHash, randomUUID } from 'node:crypto';
import type { IngestReport } from '../../contract.ts';
import { dropOldEntries, recordPage, sourceEntries } from '../../storage/source-entries.ts';
import type { SourceEntryRow } from '../../storage/tables.ts';
import type { DocumentState, PassageStore } from '../index/passage-store.ts';
import { readDocument, refuseEmpty } from '../reading/read-document.ts';
import { reasonOf, skipCodeOf, Unreadable } from '../reading/unreadable.ts';
import { extensionOf } from './media-types.ts';
import { directivesOf } from './page-directives.ts';
import { SiteRobots } from './robots.ts';
import { BadStatus, type FetchedPage, type SiteReader } from './site-reader.ts';
import { listPages } from './sitemap.ts';

/** Concurrent requests: fast enough, and no burden for a small site. */
const CONCURRENCY = 4;

export interface SiteToRead {
  agentId: string;
  sitemap: URL;
  /** Id of this reading. Pass the id of an interrupted one to resume it: pages it has reached are not fetched again. */
  reading?: string;
  /** Aborts the reading. */
  signal?: AbortSignal;
}

export interface SiteListeners {
  onProgress?: (progress: { found: number; done: number; skipped: number }) => void;
  /** Called after each page that was stored. */
  onStored?: () => Promise<void>;
}

/**
 * Updates the index from the pages of a sitemap, or from a single page. Skips unchanged pages, and removes those that are
 * gone or no longer listed; pages with any other error stay as they are. Obeys robots.txt and `noindex`. Of pages with
 * the same canonical address, it reads one. Records the outcome of each page.
 * @throws Unreadable when the sitemap or robots.txt cannot be read; the index is then unchanged, except that a
 *   single-page source whose page is gone is removed
 */
export async function indexSite(
  store: PassageStore,
  reader: SiteReader,
  { agentId, sitemap, reading = randomUUID(), signal }: SiteToRead,
  { onProgress, onStored }: SiteListeners = {},
): Promise<IngestReport> {
  const { database } = store;
  const source = sitemap.href;
  const robots = new SiteRobots(reader);
  // A site that cannot say what it allows is not read at all.
  const sitemaps = await robots.sitemaps(sitemap);
  const allows = (url: URL): Promise<boolean> => robots.allows(url);
  const known = await store.documents(agentId, source);
  const { pages, failed } = await listPages(reader, sitemap, allows, sitemaps).catch(async error => {
    // A sitemap that is gone says nothing about its pages.
    const page = known.size === 1 ? known.get(source) : undefined;
    if (page && error instanceof BadStatus && error.isGone) await store.remove([page.id]);
    throw error;
  });
  // An incomplete sitemap does not show which pages are gone. A page whose address is too long was never stored.
  const isComplete = failed.every(({ code }) => code === 'long-address');
  const report: IngestReport = { read: 0, unchanged: 0, removed: 0, passages: 0, failed: [], warnings: [] };
  for (const { path, reason, code } of failed) {
    report.failed.push({ path, reason });
    await recordPage(database, { agentId, source, path, fault: code, reading });
  }
  const entries = await sourceEntries(database, agentId, source);
  const waiting = pages.values();
  const listed = new Set(pages.map(({ href }) => href));
  const canonicals = new Set<string>();
  let done = 0;
  let skipped = failed.length;
  const remove = async (documents: readonly DocumentState[]): Promise<void> => {
    await store.remove(documents.map(({ id }) => id));
    report.removed += documents.length;
  };
  /** Whether another page has the content. Claims the canonical address otherwise. */
  const isTwin = (url: URL, { url: { href } }: FetchedPage, canonical: URL | undefined): boolean => {
    if (href !== url.href && listed.has(href)) return true;
    if (!canonical || canonical.href === href) return false;
    if (listed.has(canonical.href) || canonicals.has(canonical.href)) return true;
    canonicals.add(canonical.href);
    return false;
  };

  const readPage = async (url: URL, before: DocumentState | undefined): Promise<void> => {
    const note = { agentId, source, path: url.href, reading };
    const entry = entries.get(url.href);
    let isForgotten = false;
    try {
      if (!(await allows(url))) throw new Unreadable('robots', 'may not be fetched: robots.txt forbids it');
      const page = await reader.fetchIfChanged(url, validatorsOf(entry, before), allows);
      if (!page) {
        report.unchanged++;
        if (entry?.canonical) canonicals.add(entry.canonical);
        const { etag, modified, hash, canonical } = entry!;
        const kept = { etag, modified, hash, canonical };
        isForgotten = await recordPage(database, { ...note, ...withoutNull(kept) });
      } else {
        const { isNoIndex, canonical } = directivesOf(page);
        if (isNoIndex) throw new Unreadable('noindex', 'asks not to be indexed (noindex)');
        if (isTwin(url, page, canonical)) {
          if (before) await remove([before]);
          isForgotten = await recordPage(database, note);
        } else {
          const hash = await indexPage(store, { agentId, source, url, before, page, signal }, report);
          const kept = { ...page.validators, hash, canonical: canonical?.href };
          isForgotten = await recordPage(database, { ...note, ...kept });
          await onStored?.();
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      const fault = skipCodeOf(error);
      report.failed.push({ path: url.href, reason: reasonOf(error) });
      skipped++;
      if (before && (fault === 'noindex' || (error instanceof BadStatus && error.isGone)))
        await remove([before]);
      await recordPage(database, { ...note, fault });
    }
    // The owner may have forgotten it while it was read.
    if (isForgotten) await remove([...(await store.documents(agentId, source, [url.href])).values()]);
  };
  const work = async (): Promise<void> => {
    for (const url of waiting) {
      if (signal?.aborted) return;
      const entry = entries.get(url.href);
      const before = known.get(url.href);
      known.delete(url.href);
      if (entry?.forgotten) {
        if (before) await remove([before]);
      } else if (entry?.reading === reading) {
        if (entry.fault) skipped++;
        if (entry.canonical) canonicals.add(entry.canonical);
      } else await readPage(url, before);
      onProgress?.({ found: pages.length, done: ++done, skipped });
    }
  };
  onProgress?.({ found: pages.length, done, skipped });
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (signal?.aborted) return report;
  if (isComplete) {
    await remove([...known.values()]);
    await dropOldEntries(database, agentId, source, reading);
  }
  return report;
}

/** The headers of the last response belong to this document only. */
function validatorsOf(
  entry: SourceEntryRow | undefined,
  before: DocumentState | undefined,
): { etag?: string; modified?: string } {
  if (!entry || !before || entry.hash !== before.hash) return {};
  return withoutNull({ etag: entry.etag, modified: entry.modified });
}

function withoutNull<T extends Record<string, string | null>>(values: T): { [name in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [name in keyof T]?: string;
  };
}

interface Page {
  agentId: string;
  source: string;
  url: URL;
  before: DocumentState | undefined;
  page: FetchedPage;
  signal: AbortSignal | undefined;
}

/** @returns the hash of the content */
async function indexPage(
  store: PassageStore,
  { agentId, source, url, before, page, signal }: Page,
  report: IngestReport,
): Promise<string> {
  const hash = createHash('sha256').update(page.type).update('\0').update(page.bytes).digest('hex');
  if (before?.hash === hash) {
    report.unchanged++;
    return hash;
  }
  const extension = extensionOf(page.type);
  if (!extension)
    throw new Unreadable('format', `has a format that cannot be read (${page.type || 'no media type'})`);
  const name = url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname;
  const content = await readDocument(`${name}${extension}`, page.bytes, page.url.href, {
    charset: page.charset,
    signal,
  });
  if (!before) refuseEmpty(content);
  const { href } = page.url;
  await store.replace([
    { agentId, source, path: url.href, url: href, hash, modified: 0, size: page.bytes.length, content },
  ]);
  report.read++;
  report.passages += content.passages.length;
  if (content.warning) report.warnings.push({ path: url.href, reason: content.warning });
  return hash;
}
