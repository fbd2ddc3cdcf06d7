import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { IngestReport } from '../contract.ts';
import type { DocumentState, PassageStore } from './passage-store.ts';
import { isReadable, readDocument, refuseEmpty } from './read-document.ts';
import { isForbidden, reasonOf, Unreadable } from './unreadable.ts';

/** Bytes of a file at most; larger ones are reported, not read. */
const FILE_MAX = 64 * 1024 * 1024;

const OTHER_DOCUMENTS =
  /\.(?:doc|docm|odt|rtf|pages|ppsx?|pptx?|odp|key|xls[xm]?|ods|numbers|csv|tsv|epub|mhtml?|[sx]html|xps|wps|eml|msg|rst|adoc|mdx)$/i;

export interface Folder {
  agentId: string;
  dir: string;
  /** Address the folder is found at, with a slash at its end; empty where its files can't be linked. */
  url: string;
}

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
  const report: IngestReport = { read: 0, unchanged: 0, removed: 0, passages: 0, failed: [] };
  const known = await store.documents(folder.agentId, folder.dir);
  const { paths, locked } = await documentPaths(folder.dir);
  for (const [i, path] of paths.entries()) {
    // What is left unread is read at the next start, and nothing is taken for gone.
    if (signal?.aborted) return report;
    await indexFile(store, folder, path, known.get(path), report, signal);
    known.delete(path);
    onProgress?.(i + 1, paths.length);
  }
  for (const [path, { id }] of known) {
    // What is in a folder that may not be read now stays as it was.
    if (locked.some(dir => path.startsWith(`${dir}/`))) continue;
    await store.remove(id);
    report.removed++;
  }
  report.failed.push(...locked.map(path => ({ path, reason: reasonOf({ code: 'EACCES' }) })));
  return report;
}

/** Brings the index up to date with one path of a folder: changed, new or gone. */
export async function indexPath(
  store: PassageStore,
  folder: Folder,
  path: string,
  signal?: AbortSignal,
): Promise<IngestReport> {
  const report: IngestReport = { read: 0, unchanged: 0, removed: 0, passages: 0, failed: [] };
  const known = (await store.documents(folder.agentId, folder.dir)).get(path);
  // No link, as at the first reading: it may lead anywhere.
  const exists = isDocument(path) && (await lstat(join(folder.dir, path)).catch(() => undefined))?.isFile();
  if (exists) await indexFile(store, folder, path, known, report, signal);
  else if (known) {
    await store.remove(known.id);
    report.removed++;
  }
  return report;
}

async function indexFile(
  store: PassageStore,
  folder: Folder,
  path: string,
  known: DocumentState | undefined,
  report: IngestReport,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    if (!isReadable(path)) throw new Unreadable('is of a format that can not be read');
    const file = join(folder.dir, path);
    const { size, mtimeMs } = await stat(file);
    const modified = Math.floor(mtimeMs);
    const url = folder.url && folder.url + addressInFolder(path);
    if (known && known.url === url && known.size === size && known.modified === modified) {
      report.unchanged++;
      return;
    }
    if (size > FILE_MAX) throw new Unreadable(`is larger than ${FILE_MAX} bytes`);
    const bytes = await readFile(file);
    // The address is part of what the passages hold, in their links.
    const hash = createHash('sha256').update(url).update('\0').update(bytes).digest('hex');
    if (known?.hash === hash) {
      await store.touch(known.id, modified, size);
      report.unchanged++;
      return;
    }
    const content = await readDocument(path, bytes, url, { signal });
    if (!known) refuseEmpty(content);
    await store.replace({
      agentId: folder.agentId,
      source: folder.dir,
      path,
      url,
      hash,
      modified,
      size,
      content,
    });
    report.read++;
    report.passages += content.passages.length;
  } catch (error) {
    // Nothing is wrong with it.
    if (signal?.aborted) return;
    report.failed.push({ path, reason: reasonOf(error) });
  }
}

/** Folders that may not be opened are named apart, such as `lost+found` of a disk. @throws when the folder itself can't be read */
async function documentPaths(dir: string): Promise<{ paths: string[]; locked: string[] }> {
  const paths: string[] = [];
  const locked: string[] = [];
  const walk = async (inner: string): Promise<void> => {
    for (const entry of await readdir(join(dir, inner), { withFileTypes: true })) {
      const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (isHidden(path)) continue;
      if (entry.isDirectory()) {
        await walk(path).catch((error: NodeJS.ErrnoException) => {
          if (isForbidden(error)) locked.push(path);
          else if (error.code !== 'ENOENT') throw error;
        });
      } else if (entry.isFile() && isDocument(entry.name)) {
        paths.push(path);
      }
    }
  };
  await walk('');
  return { paths: paths.sort(), locked };
}

/** What can be read, and what somebody may miss if nobody told him that it can't. */
function isDocument(path: string): boolean {
  return isReadable(path) || OTHER_DOCUMENTS.test(path);
}

/** A path inside a folder as the end of an address. */
export function addressInFolder(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Dot files, what package managers keep, and what Word leaves beside a document while somebody has it open. */
export function isHidden(path: string): boolean {
  return path.split('/').some(part => /^(?:\.|~\$)/.test(part) || part === 'node_modules');
}

/** Whether a path lies below a folder. */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** What a file below a folder is known as. */
export function pathInFolder(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}
