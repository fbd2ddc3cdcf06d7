import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { IngestReport } from '../../contract.ts';
import { BATCH_SIZE, type NewDocument } from '../index/document-writer.ts';
import type { DocumentState, PassageStore } from '../index/passage-store.ts';
import { isReadable, readDocument, refuseEmpty } from '../reading/read-document.ts';
import { reasonOf, Unreadable } from '../reading/unreadable.ts';
import { addressInFolder } from './folder-paths.ts';

/** Bytes of a file at most; larger ones are reported, not read. */
const FILE_MAX = 64 * 1024 * 1024;
/** Files that are opened and read while those before them are written. */
const AHEAD = 4;
const QUICK_MS = 250;

export interface Folder {
  agentId: string;
  dir: string;
  /** Address the folder is found at, with a slash at its end; empty where its files can't be linked. */
  url: string;
}

export interface Files {
  /** All of them are there. */
  paths: readonly string[];
  known: ReadonlyMap<string, DocumentState>;
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What came of looking at a file. */
type Looked =
  | { path: string; is: 'unchanged' }
  | { path: string; is: 'touched'; state: Pick<DocumentState, 'id' | 'modified' | 'size'> }
  | { path: string; is: 'read'; document: NewDocument }
  | { path: string; is: 'unread'; reason: string };

/** Reads the files that are new or changed into the index; as many as are written together are read before. */
export async function indexFiles(store: PassageStore, folder: Folder, files: Files): Promise<IngestReport> {
  const { paths, known, onProgress, signal } = files;
  const report: IngestReport = { read: 0, unchanged: 0, removed: 0, passages: 0, failed: [] };
  const begun: Promise<Looked>[] = [];
  let waiting: Looked[] = [];
  let count = 0;
  let done = 0;
  const write = async (): Promise<void> => {
    await writeTogether(store, waiting, report);
    for (const _ of waiting) onProgress?.(++done, paths.length);
    waiting = [];
    count = 0;
  };
  const take = async (): Promise<void> => {
    const next = begun.shift()!;
    // One that takes long keeps nobody from those before it.
    const isQuick = await Promise.race([next, pause(QUICK_MS, undefined, { ref: false })]);
    if (!isQuick) await write();
    const looked = await next;
    if (signal?.aborted) return;
    waiting.push(looked);
    count += looked.is === 'read' ? 1 + looked.document.content.passages.length : 1;
    if (count >= BATCH_SIZE) await write();
  };
  for (const path of paths) {
    if (signal?.aborted) break;
    begun.push(look(folder, path, known.get(path), signal));
    if (begun.length > AHEAD) await take();
  }
  while (begun.length > 0) await take();
  await write();
  return report;
}

/** Never fails: what is wrong with a file is said of it. */
async function look(
  { agentId, dir, url: base }: Folder,
  path: string,
  known: DocumentState | undefined,
  signal: AbortSignal | undefined,
): Promise<Looked> {
  try {
    if (!isReadable(path)) throw new Unreadable('is of a format that can not be read');
    const file = join(dir, path);
    const { size, mtimeMs } = await stat(file);
    const modified = Math.floor(mtimeMs);
    const url = base && base + addressInFolder(path);
    if (known && known.url === url && known.size === size && known.modified === modified)
      return { path, is: 'unchanged' };
    if (size > FILE_MAX) throw new Unreadable(`is larger than ${FILE_MAX} bytes`);
    const bytes = await readFile(file);
    // The address is part of what the passages hold, in their links.
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

async function writeTogether(
  store: PassageStore,
  looked: readonly Looked[],
  report: IngestReport,
): Promise<void> {
  const documents = looked.flatMap(each => (each.is === 'read' ? [each.document] : []));
  const touched = looked.flatMap(each => (each.is === 'touched' ? [each.state] : []));
  try {
    await store.touch(touched);
    await store.replace(documents);
  } catch (error) {
    // One may be at fault, and then no other.
    for (const each of looked.length > 1 ? looked : []) await writeTogether(store, [each], report);
    if (looked.length === 1) report.failed.push({ path: looked[0]!.path, reason: reasonOf(error) });
    return;
  }
  for (const each of looked) {
    if (each.is === 'unread') report.failed.push({ path: each.path, reason: each.reason });
    else if (each.is === 'read') {
      report.read++;
      report.passages += each.document.content.passages.length;
    } else report.unchanged++;
  }
}
