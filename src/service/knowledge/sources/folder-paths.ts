import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isReadable } from '../reading/read-document.ts';
import { isForbidden } from '../reading/unreadable.ts';

/** Formats that are reported, because their authors may expect that they are read. */
const OTHER_DOCUMENTS =
  /\.(?:doc|docm|odt|rtf|pages|ppsx?|pptx?|odp|key|xls[xm]?|ods|numbers|epub|mhtml?|[sx]html|xps|wps|eml|msg)$/i;

/**
 * Lists the documents in a folder. Symbolic links are followed into the current version of a ConfigMap of Kubernetes;
 * other targets are hidden, read where they are, or outside. `locked` are folders that cannot be opened, such as
 * `lost+found` of a disk.
 * @throws when the folder itself cannot be read
 */
export async function documentPaths(dir: string): Promise<{ paths: string[]; locked: string[] }> {
  const paths: string[] = [];
  const locked: string[] = [];
  /** Folders that links have led to: none is listed twice, or links could lead round without end. */
  const linked = new Set<string>();
  const walk = async (inner: string): Promise<void> => {
    for (const entry of await readdir(join(dir, inner), { withFileTypes: true })) {
      const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (isHidden(path)) continue;
      const kind = await kindOf(dir, path, entry);
      if (kind === 'folder') {
        const target = entry.isSymbolicLink() ? await realpath(join(dir, path)) : undefined;
        if (target !== undefined && linked.has(target)) continue;
        if (target !== undefined) linked.add(target);
        await walk(path).catch((error: NodeJS.ErrnoException) => {
          if (isForbidden(error)) locked.push(path);
          else if (error.code !== 'ENOENT') throw error;
        });
      } else if (kind === 'file' && isDocument(entry.name)) {
        paths.push(path);
      }
    }
  };
  await walk('');
  return { paths: paths.sort(), locked };
}

/** Whether a document of the folder exists at this path, also behind a link that is followed. */
export async function isFileIn(dir: string, path: string): Promise<boolean> {
  const entry = await lstat(join(dir, path)).catch(() => undefined);
  if (!entry) return false;
  const kind = await kindOf(dir, path, entry).catch(() => undefined);
  // A file below a link to a folder is reached through a followed link, or not at all.
  return kind === 'file' && (await isFollowed(dir, path));
}

type Kind = 'file' | 'folder' | undefined;

/** What a path is, with links that are followed. */
async function kindOf(
  dir: string,
  path: string,
  entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>,
): Promise<Kind> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (!entry.isSymbolicLink() || !(await isFollowed(dir, path))) return undefined;
  const target = await stat(join(dir, path)).catch(() => undefined);
  return target?.isFile() ? 'file' : target?.isDirectory() ? 'folder' : undefined;
}

/** Whether a path is no link, or one into the current version of a mounted volume. A link to what contains it leads round. */
async function isFollowed(dir: string, path: string): Promise<boolean> {
  const [home, target] = await Promise.all([realpath(dir), realpath(join(dir, path))]).catch(() => []);
  if (home === undefined || target === undefined || !isInside(target, home)) return false;
  const inside = pathInFolder(home, target);
  return inside === path || isInVersion(inside);
}

/** Whether a file is a document: readable, or reported as one of an unsupported format. */
export function isDocument(path: string): boolean {
  return isReadable(path) || OTHER_DOCUMENTS.test(path);
}

/** The URL path of a file inside its folder. */
export function addressInFolder(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * Whether a path is in the folder of a version: Kubernetes mounts a ConfigMap as links into one, such as `..2026_11_01`,
 * and swaps it at an update. Everything else in it is as visible as elsewhere.
 */
function isInVersion(path: string): boolean {
  const [version, ...rest] = path.split('/') as [string, ...string[]];
  return isVersionFolder(version) && !isHidden(rest.join('/'));
}

/** Whether a folder is that of a version in a volume that Kubernetes mounts. */
export function isVersionFolder(name: string): boolean {
  return /^\.\.[^.]/.test(name);
}

/** Dot files, packages, and the lock files of Word. */
export function isHidden(path: string): boolean {
  return path.split('/').some(part => /^(?:\.|~\$)/.test(part) || part === 'node_modules');
}

/** Whether a path is below a folder. */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path of a document inside its folder. */
export function pathInFolder(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}
