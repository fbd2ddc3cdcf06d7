import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isReadable } from '../reading/read-document.ts';
import { isForbidden } from '../reading/unreadable.ts';

const OTHER_DOCUMENTS =
  /\.(?:doc|docm|odt|rtf|pages|ppsx?|pptx?|odp|key|xls[xm]?|ods|numbers|epub|mhtml?|[sx]html|xps|wps|eml|msg|rst|adoc|mdx)$/i;

/** Folders that may not be opened are named apart, such as `lost+found` of a disk. @throws when the folder itself can't be read */
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

/** What can be read, and what somebody may miss if nobody told him that it can't. */
export function isDocument(path: string): boolean {
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
