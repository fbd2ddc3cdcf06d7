import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { invalidField } from '../../../protocol/errors.ts';
import type { IngestOptions, IngestReport } from '../../contract.ts';
import { deleteSite } from '../../storage/sites.ts';
import { dropEntries, restoreEntry } from '../../storage/source-entries.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { isReadable } from '../reading/read-document.ts';
import { isForbidden, reasonOf, Unreadable } from '../reading/unreadable.ts';
import { indexFolder, indexPaths } from './folder.ts';
import { addressInFolder, isInside, pathInFolder } from './folder-paths.ts';

/** An address without `https://`. */
const BARE_ADDRESS = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i;

/**
 * Reads a folder, a file or the pages of a sitemap into an agent's index.
 * @throws ProtocolError `invalid_request` when the source is none of these or cannot be read at all
 */
export async function ingest(store: PassageStore, options: IngestOptions): Promise<IngestReport> {
  const { agentId, source, url, onProgress } = options;
  // Fail here, or visitors would follow citations to a wrong address.
  if (url && !url.startsWith('/') && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw invalidField('url', 'must begin with https://, http:// or /');
  }
  try {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) {
      const sitemap = URL.parse(source);
      if (!sitemap) throw new Unreadable('address', 'is not a valid address');
      const { indexSite } = await import('./site.ts');
      const { SiteReader } = await import('./site-reader.ts');
      const reader = new SiteReader(sitemap, { allowPrivate: options.allowPrivate });
      return await indexSite(
        store,
        reader,
        { agentId, sitemap },
        { onProgress: ({ done, found }) => onProgress?.(done, found) },
      );
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
    const hint = BARE_ADDRESS.test(source) ? '; the address of a site begins with https://' : '';
    throw new Unreadable('gone', `does not exist${hint}`);
  }
  const sources = await store.sources(agentId);
  const baseOf = async (dir: string): Promise<string> => {
    // Without `url` the folder keeps its address, such as that of `docsUrl`.
    if (url === undefined) return await knownBase(store, agentId, dir);
    return url === '' || url.endsWith('/') ? url : `${url}/`;
  };
  if (found.isDirectory()) {
    const folder = { agentId, dir: path, url: await baseOf(path) };
    const report = await indexFolder(store, folder, onProgress);
    // Documents that were read from inner folders now belong to this one.
    for (const inner of sources.filter(other => isInside(other, path))) {
      await store.removeSource(agentId, inner);
    }
    return report;
  }
  // A symbolic link that is named is followed; those inside a folder are not.
  const file = (await lstat(path)).isSymbolicLink() ? await realpath(path) : path;
  if (!isReadable(file)) throw new Unreadable('format', 'has a format that cannot be read');
  const dir = sources.find(folder => isInside(file, folder)) ?? dirname(file);
  const name = pathInFolder(dir, file);
  // Whoever names a forgotten file wants it back.
  await restoreEntry(store.database, agentId, dir, name);
  const report = await indexPaths(store, { agentId, dir, url: await baseOf(dir) }, [name]);
  onProgress?.(1, 1);
  return report;
}

/** The public address that the documents of a folder have in the index; may be empty. */
async function knownBase(store: PassageStore, agentId: string, dir: string): Promise<string> {
  for (const [path, { url }] of await store.documents(agentId, dir)) {
    const tail = addressInFolder(path);
    if (url.endsWith(tail)) return url.slice(0, -tail.length);
  }
  return '';
}

/**
 * Removes from an agent's index what was read from a folder, a file or a sitemap, whether or not that still exists.
 * @returns the number of documents
 * @throws ProtocolError `invalid_request` when there are none; it lists the sources of the agent
 */
export async function forget(store: PassageStore, agentId: string, source: string): Promise<number> {
  const sources = await store.sources(agentId);
  const path = /^[a-z][a-z0-9+.-]*:\/\//i.test(source) ? URL.parse(source)?.href : resolve(source);
  const ids: number[] = [];
  for (const known of sources) {
    for (const [document, { id }] of await store.documents(agentId, known)) {
      const matches =
        known === path || (path && (isInside(known, path) || pathInFolder(known, path) === document));
      if (matches) ids.push(id);
    }
  }
  await store.remove(ids);
  // Or the service would read the website again.
  const wasFollowed = path !== undefined && (await deleteSite(store.database, agentId, path));
  for (const known of sources) {
    if (known === path || (path && isInside(known, path))) await dropEntries(store.database, agentId, known);
  }
  if (wasFollowed) await dropEntries(store.database, agentId, path);
  if (ids.length > 0 || wasFollowed) return ids.length;
  const known = sources.map(each => `\n  ${each}`).join('');
  throw invalidField(
    'source',
    `No documents were read from ${source}${known === '' ? '.' : `. Known sources:${known}`}`,
  );
}
