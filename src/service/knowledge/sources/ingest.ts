import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { invalidField } from '../../../protocol/errors.ts';
import type { IngestOptions, IngestReport } from '../../contract.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { isReadable } from '../reading/read-document.ts';
import { isForbidden, reasonOf, Unreadable } from '../reading/unreadable.ts';
import { indexFolder, indexPaths } from './folder.ts';
import { addressInFolder, isInside, pathInFolder } from './folder-paths.ts';
import { indexSite } from './site.ts';
import { SiteReader } from './site-reader.ts';

/** Looks like the address of a site, without what it must begin with. */
const SITE = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i;

/**
 * Reads a folder, a file or the pages of a sitemap into an agent's knowledge.
 * @throws ProtocolError `invalid_request` when the source is none of these or can't be read at all
 */
export async function ingest(store: PassageStore, options: IngestOptions): Promise<IngestReport> {
  const { agentId, source, url, onProgress } = options;
  // What leads elsewhere or nowhere would be found out by a visitor who follows a citation.
  if (url && !url.startsWith('/') && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw invalidField('url', 'must begin with https://, http:// or /');
  }
  try {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) {
      const sitemap = URL.parse(source);
      if (!sitemap) throw new Unreadable('is no address');
      return await indexSite(store, new SiteReader(sitemap), { agentId, sitemap }, onProgress);
    }
    return await ingestPath(store, options);
  } catch (error) {
    if (error instanceof Unreadable || isForbidden(error))
      throw invalidField('source', `${source} ${reasonOf(error)}`);
    throw error;
  }
}

async function ingestPath(
  store: PassageStore,
  { agentId, source, url, onProgress }: IngestOptions,
): Promise<IngestReport> {
  const path = resolve(source);
  const found = await stat(path).catch(() => undefined);
  if (!found) {
    const hint = SITE.test(source) ? '; the address of a site begins with https://' : '';
    throw new Unreadable(`does not exist${hint}`);
  }
  const sources = await store.sources(agentId);
  const baseOf = async (dir: string): Promise<string> => {
    // Without an address of its own it stays where it was, for instance where the service that follows it says.
    if (url === undefined) return await knownBase(store, agentId, dir);
    return url === '' || url.endsWith('/') ? url : `${url}/`;
  };
  if (found.isDirectory()) {
    const folder = { agentId, dir: path, url: await baseOf(path) };
    const report = await indexFolder(store, folder, onProgress);
    // What was read of it one by one before is now part of the whole.
    for (const inner of sources.filter(other => isInside(other, path))) {
      await store.removeSource(agentId, inner);
    }
    return report;
  }
  // A link that is named itself is meant; what a folder holds of them leads anywhere.
  const file = (await lstat(path)).isSymbolicLink() ? await realpath(path) : path;
  if (!isReadable(file)) throw new Unreadable('is of a format that can not be read');
  const dir = sources.find(folder => isInside(file, folder)) ?? dirname(file);
  const report = await indexPaths(store, { agentId, dir, url: await baseOf(dir) }, [pathInFolder(dir, file)]);
  onProgress?.(1, 1);
  return report;
}

/** Where the documents of a folder were found when they were read before; empty when they weren't, or can't be linked. */
async function knownBase(store: PassageStore, agentId: string, dir: string): Promise<string> {
  for (const [path, { url }] of await store.documents(agentId, dir)) {
    const tail = addressInFolder(path);
    if (url.endsWith(tail)) return url.slice(0, -tail.length);
  }
  return '';
}
