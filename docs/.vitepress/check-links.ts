import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';

interface Page {
  ids: Set<string>;
  links: string[];
}

/** Throws if a page links to a page, file or heading that is not there. VitePress itself checks pages only. */
export function checkLinks(outDir: string, srcDir: string, sources: readonly string[]): void {
  const pages = new Map(sources.map(source => [source.replace(/\.md$/, ''), readPage(outDir, source)]));
  const dead: string[] = [];
  for (const [name, { links }] of pages) {
    for (const link of links) {
      const [path = '', fragment = ''] = link.split('#');
      const target = path === '' ? name : path.replace(/^\.\//, '') || 'index';
      const page = pages.get(decodeURIComponent(target));
      const isFound = page
        ? fragment === '' || page.ids.has(decodeURIComponent(fragment))
        : [outDir, srcDir].some(folder => existsSync(join(folder, target)));
      if (!isFound) dead.push(`${name}: ${link}`);
    }
  }
  if (dead.length > 0) throw new Error(`dead links:\n${dead.join('\n')}`);
}

function readPage(outDir: string, source: string): Page {
  const page: Page = { ids: new Set(), links: [] };
  const parser = new Parser({
    onopentag(_, { id, href, src, target }) {
      if (id !== undefined) page.ids.add(id);
      // Links with `target="_self"` leave the documentation, and need no check.
      for (const link of [href, src]) {
        if (link && !/^(?:[a-z]+:|\/)/i.test(link) && target !== '_self') page.links.push(link);
      }
    },
  });
  parser.end(readFileSync(join(outDir, source.replace(/\.md$/, '.html')), 'utf8'));
  return page;
}
