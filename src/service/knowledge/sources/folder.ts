import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestReport } from '../../contract.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { reasonOf } from '../reading/unreadable.ts';
import { documentPaths, isDocument } from './folder-paths.ts';
import { type Folder, indexFiles } from './index-files.ts';

/**
 * Brings the index up to date with a folder: new and changed files are read, those that are gone leave it,
 * unchanged ones cost a look at their time and size.
 */
export async function indexFolder(
  store: PassageStore,
  folder: Folder,
  onProgress?: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<IngestReport> {
  const known = await store.documents(folder.agentId, folder.dir);
  const { paths, locked } = await documentPaths(folder.dir);
  const report = await indexFiles(store, folder, { paths, known, onProgress, signal });
  // What is left unread is read at the next start, and nothing is taken for gone.
  if (signal?.aborted) return report;
  for (const path of paths) known.delete(path);
  // What is in a folder that may not be read now stays as it was.
  const gone = [...known].filter(([path]) => !locked.some(dir => path.startsWith(`${dir}/`)));
  await store.remove(gone.map(([, { id }]) => id));
  report.removed = gone.length;
  report.failed.push(...locked.map(path => ({ path, reason: reasonOf({ code: 'EACCES' }) })));
  return report;
}

/** Brings the index up to date with some paths of a folder, each of them changed, new or gone. */
export async function indexPaths(
  store: PassageStore,
  folder: Folder,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<IngestReport> {
  const known = await store.documents(folder.agentId, folder.dir, paths);
  // No link, as at the first reading: it may lead anywhere.
  const isThere = async (path: string): Promise<boolean> =>
    isDocument(path) && ((await lstat(join(folder.dir, path)).catch(() => undefined))?.isFile() ?? false);
  const there = await Promise.all(paths.map(isThere));
  const report = await indexFiles(store, folder, { paths: paths.filter((_, i) => there[i]), known, signal });
  const gone = paths.filter((path, i) => !there[i] && known.has(path));
  await store.remove(gone.map(path => known.get(path)!.id));
  report.removed = gone.length;
  return report;
}
