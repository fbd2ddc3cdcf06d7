import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { OUR_DOCS, PACKAGE_ROOT } from '../package-root.ts';
import { type DocumentHead, readHead } from './document-head.ts';

export interface ListedDocument extends DocumentHead {
  /** Below the folders, without the ending of Markdown files. */
  path: string;
}

export interface ListedGroup {
  /** Empty for documents that stand in no folder of their own. */
  heading: string;
  documents: ListedDocument[];
}

/** Files whose first lines are read for a list; of more, the names must do. */
const READ_MAX = 500;
/** What a reader begins with, where a folder has it. */
const FIRST = /^(?:index|readme|start|getting-started)$/i;
const collator = new Intl.Collator(undefined, { numeric: true });

/** All documents in the folders whose file names end in one of `endings`. */
export async function listDocuments(
  folders: readonly string[],
  endings: readonly string[],
): Promise<ListedGroup[]> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const path of await filesIn(folder)) {
      const address = path.replace(/\.md$/, '');
      if (endings.includes(extname(path).toLowerCase()) && !files.has(address))
        files.set(address, join(folder, path));
    }
  }
  const ours = folders.includes(OUR_DOCS) ? await ourGroups(files) : [];
  const rest = await Promise.all(
    Array.from(files, async ([path, file]) => ({
      path,
      ...(files.size > READ_MAX ? { title: path, about: '' } : await readHead(file)),
    })),
  );
  const byFolder = Map.groupBy(rest.sort(inOrder), ({ path }) => dirname(path).replace(/^\.$/, ''));
  const theirs = [...byFolder].map(([heading, documents]) => ({ heading, documents }));
  return [...ours, ...theirs.sort((a, b) => collator.compare(a.heading, b.heading))];
}

function inOrder(a: ListedDocument, b: ListedDocument): number {
  const rank = ({ path }: ListedDocument): number =>
    FIRST.test(path.slice(path.lastIndexOf('/') + 1)) ? 0 : 1;
  return rank(a) - rank(b) || collator.compare(a.title, b.title);
}

/** The documents of the package as `llms.txt` has them in order, with what each is for. Takes them out of `files`. */
async function ourGroups(files: Map<string, string>): Promise<ListedGroup[]> {
  const groups: ListedGroup[] = [];
  const index = await readFile(join(PACKAGE_ROOT, 'llms.txt'), 'utf8').catch(() => '');
  for (const line of index.split('\n')) {
    const heading = /^## (.+)/.exec(line)?.[1];
    // As the convention of such files calls what not everybody needs.
    if (heading)
      groups.push({ heading: heading === 'Optional' ? 'Further reading' : heading, documents: [] });
    const [, title, path, about] = /^- \[(.+?)\]\(docs\/(.+?)\.md\): (.+)/.exec(line) ?? [];
    if (!title || !path || !about || !files.delete(path)) continue;
    const said = about.replaceAll('`', '');
    groups.at(-1)?.documents.push({ path, title, about: said.charAt(0).toUpperCase() + said.slice(1) });
  }
  return groups.filter(({ documents }) => documents.length > 0);
}

async function filesIn(folder: string, inner = ''): Promise<string[]> {
  // One may be away for a moment, while another is put in its place, or be closed to us.
  const entries = await readdir(join(folder, inner), { withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter(entry => !entry.name.startsWith('.'))
    .map(async entry => {
      const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory()) return await filesIn(folder, path);
      return entry.isFile() ? [path] : [];
    });
  return (await Promise.all(paths)).flat();
}
