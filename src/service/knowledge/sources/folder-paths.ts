import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isReadable } from '../reading/read-document.ts';
import { isForbidden } from '../reading/unreadable.ts';

/** Formats that are reported, because their authors may expect that they are read. */
const OTHER_DOCUMENTS =
  /\.(?:doc|docm|odt|rtf|pages|ppsx?|pptx?|odp|key|xls[xm]?|ods|numbers|epub|mhtml?|[sx]html|xps|wps|eml|msg|rst|adoc)$/i;

/**
 * Lists the documents in a folder. `locked` are folders that cannot be opened, such as `lost+found` of a disk.
 * @throws when the folder itself cannot be read
 */
export async function documentPaths(dir: string): Promise<{ paths: string[]; locked: string[] }> {
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

/** Whether a file is a document: readable, or reported as one of an unsupported format. */
export function isDocument(path: string): boolean {
  return isReadable(path) || OTHER_DOCUMENTS.test(path);
}

/** The URL path of a file inside its folder. */
export function addressInFolder(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
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
