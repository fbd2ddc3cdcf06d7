import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { IngestReport } from '../../contract.ts';
import { forgottenPaths } from '../../storage/source-entries.ts';
import { BATCH_SIZE, type NewDocument } from '../index/document-writer.ts';
import type { DocumentState, PassageStore } from '../index/passage-store.ts';
import { isReadable, readDocument, refuseEmpty } from '../reading/read-document.ts';
import { readingLimits } from '../reading/reading-limits.ts';
import { reasonOf, Unreadable } from '../reading/unreadable.ts';
import { addressInFolder, documentPaths, isDocument, isFileIn } from './folder-paths.ts';

/** Time after which a slow file no longer delays those read before it. */
const FLUSH_MS = 250;

export interface Folder {
  agentId: string;
  dir: string;
  /** Public address, with a slash at its end; empty without links to its files. */
  url: string;
}

interface Files {
  /** Relative paths of existing files. */
  paths: readonly string[];
  known: ReadonlyMap<string, DocumentState>;
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The result of reading a file. */
type FileResult =
  | { path: string; is: 'unchanged' }
  | { path: string; is: 'touched'; state: Pick<DocumentState, 'id' | 'modified' | 'size'> }
  | { path: string; is: 'read'; document: NewDocument }
  | { path: string; is: 'unread'; reason: string };

/**
 * Updates the index from a folder: reads new and changed files, and removes those that no longer exist. Files with the
 * same time and size are not opened.
 */
export async function indexFolder(
  store: PassageStore,
  folder: Folder,
  onProgress?: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<IngestReport> {
  const known = await store.documents(folder.agentId, folder.dir);
  const { paths: found, locked } = await documentPaths(folder.dir);
  const forgotten = await forgottenPaths(store.database, folder.agentId, folder.dir);
  const paths = found.filter(path => !forgotten.has(path));
  const report = await indexFiles(store, folder, { paths, known, onProgress, signal });
  // The next start reads the rest. Remove nothing.
  if (signal?.aborted) return report;
  for (const path of paths) known.delete(path);
  // Documents in a folder that cannot be opened stay in the index.
  const gone = [...known].filter(([path]) => !locked.some(dir => path.startsWith(`${dir}/`)));
  await store.remove(gone.map(([, { id }]) => id));
  report.removed = gone.length;
  report.failed.push(...locked.map(path => ({ path, reason: reasonOf({ code: 'EACCES' }) })));
  return report;
}

/** Updates the index from some paths of a folder, which may be new, changed or removed. */
export async function indexPaths(
  store: PassageStore,
  folder: Folder,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<IngestReport> {
  const known = await store.documents(folder.agentId, folder.dir, paths);
  const forgotten = await forgottenPaths(store.database, folder.agentId, folder.dir);
  const exists = async (path: string): Promise<boolean> =>
    isDocument(path) && !forgotten.has(path) && (await isFileIn(folder.dir, path));
  const found = await Promise.all(paths.map(exists));
  const report = await indexFiles(store, folder, { paths: paths.filter((_, i) => found[i]), known, signal });
  const gone = paths.filter((path, i) => !found[i] && known.has(path));
  await store.remove(gone.map(path => known.get(path)!.id));
  report.removed = gone.length;
  return report;
}

/** Reads new and changed files into the index, in batches. */
export async function indexFiles(store: PassageStore, folder: Folder, files: Files): Promise<IngestReport> {
  const { paths, known, onProgress, signal } = files;
  const report: IngestReport = { read: 0, unchanged: 0, removed: 0, passages: 0, failed: [], warnings: [] };
  const started: Promise<FileResult>[] = [];
  // Files that are read while earlier ones are written to the index.
  const { readAhead } = readingLimits();
  let waiting: FileResult[] = [];
  let count = 0;
  let done = 0;
  const flush = async (): Promise<void> => {
    await writeResults(store, waiting, report);
    for (const _ of waiting) onProgress?.(++done, paths.length);
    waiting = [];
    count = 0;
  };
  const take = async (): Promise<void> => {
    const next = started.shift()!;
    const isReady = await Promise.race([next, pause(FLUSH_MS, undefined, { ref: false })]);
    if (!isReady) await flush();
    const result = await next;
    if (signal?.aborted) return;
    waiting.push(result);
    count += result.is === 'read' ? 1 + result.document.content.passages.length : 1;
    if (count >= BATCH_SIZE) await flush();
  };
  for (const path of paths) {
    if (signal?.aborted) break;
    started.push(readIfChanged(folder, path, known.get(path), signal));
    if (started.length > readAhead) await take();
  }
  while (started.length > 0) await take();
  await flush();
  // The owner may have forgotten a file while it was read.
  const forgotten = await forgottenPaths(store.database, folder.agentId, folder.dir);
  const kept = paths.filter(path => forgotten.has(path));
  if (kept.length > 0)
    await store.remove(
      [...(await store.documents(folder.agentId, folder.dir, kept)).values()].map(({ id }) => id),
    );
  return report;
}

/** Never throws: an error is a result. */
async function readIfChanged(
  { agentId, dir, url: base }: Folder,
  path: string,
  known: DocumentState | undefined,
  signal: AbortSignal | undefined,
): Promise<FileResult> {
  try {
    if (!isReadable(path)) throw new Unreadable('format', 'has a format that cannot be read');
    const file = join(dir, path);
    const { size, mtimeMs } = await stat(file);
    const modified = Math.floor(mtimeMs);
    const url = base && base + addressInFolder(path);
    if (known && known.url === url && known.size === size && known.modified === modified)
      return { path, is: 'unchanged' };
    const { fileMax } = readingLimits();
    if (size > fileMax) throw new Unreadable('too-large', `is larger than ${fileMax} bytes`);
    const bytes = await readFile(file);
    // The links in the passages depend on the address.
    const hash = createHash('sha256').update(url).update('\0').update(bytes).digest('hex');
    if (known?.hash === hash) return { path, is: 'touched', state: { id: known.id, modified, size } };
    const content = await readDocument(path, bytes, url, { signal });
    if (!known) refuseEmpty(content);
    const document = { agentId, source: dir, path, url, hash, modified, size, content };
    return { path, is: 'read', document };
  } catch (error) {
    return { path, is: 'unread', reason: reasonOf(error) };
  }
}

async function writeResults(
  store: PassageStore,
  results: readonly FileResult[],
  report: IngestReport,
): Promise<void> {
  const documents = results.flatMap(each => (each.is === 'read' ? [each.document] : []));
  const touched = results.flatMap(each => (each.is === 'touched' ? [each.state] : []));
  try {
    await store.touch(touched);
    await store.replace(documents);
  } catch (error) {
    // Try each alone: one may have caused the error.
    for (const each of results.length > 1 ? results : []) await writeResults(store, [each], report);
    if (results.length === 1) report.failed.push({ path: results[0]!.path, reason: reasonOf(error) });
    return;
  }
  for (const each of results) {
    if (each.is === 'unread') report.failed.push({ path: each.path, reason: each.reason });
    else if (each.is === 'read') {
      const { passages, warning } = each.document.content;
      report.read++;
      report.passages += passages.length;
      if (warning) report.warnings.push({ path: each.path, reason: warning });
    } else report.unchanged++;
  }
}
