import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the documentation. */
export interface ListedPage {
  title: string;
  /** File name without `.md`. */
  name: string;
  about: string;
}

export interface PageGroup {
  heading: string;
  pages: ListedPage[];
}

const LLMS_TXT = join(import.meta.dirname, '../../llms.txt');

/** The pages in the order, and with the descriptions, of `llms.txt`, so that no second list can differ from it. */
export function pageGroups(): PageGroup[] {
  const groups: PageGroup[] = [];
  for (const line of readFileSync(LLMS_TXT, 'utf8').split('\n')) {
    const heading = /^## (.+)/.exec(line)?.[1];
    // "Optional" is the llms.txt convention for secondary documents.
    if (heading) groups.push({ heading: heading === 'Optional' ? 'Further reading' : heading, pages: [] });
    const [, title, name, about] = /^- \[(.+?)\]\(docs\/(.+?)\.md\): (.+)/.exec(line) ?? [];
    if (!title || !name || !about) continue;
    const text = about.replaceAll('`', '');
    groups.at(-1)?.pages.push({ title, name, about: text.charAt(0).toUpperCase() + text.slice(1) });
  }
  return groups.filter(({ pages }) => pages.length > 0);
}

/** `llms.txt` for the site, where the pages are beside it. */
export function pageIndex(): string {
  const lines = readFileSync(LLMS_TXT, 'utf8').split('\n');
  return lines
    .filter(line => !line.includes('](CONTRIBUTING.md)'))
    .join('\n')
    .replaceAll('](docs/', '](');
}
