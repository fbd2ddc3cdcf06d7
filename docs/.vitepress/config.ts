import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { headingSlug } from '../../src/service/knowledge/reading/document.ts';
import { checkLinks } from './check-links.ts';
import { externalScripts } from './external-scripts.ts';
import { pageGroups, pageIndex } from './page-groups.ts';

const ROOT = join(import.meta.dirname, '../..');
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(ROOT, 'demo/icon.svg'), 'utf8'))}`;
const scripts = externalScripts();

export default defineConfig({
  title: 'agent-chat',
  titleTemplate: ':title – agent-chat documentation',
  description: 'How to set up, embed, style and run agent-chat.',
  lang: 'en',
  // One build works at any address: /docs/, /demo/docs/, or a site of its own.
  base: './',
  outDir: join(ROOT, 'dist/docs'),
  cacheDir: join(ROOT, 'node_modules/.cache/vitepress'),
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  // Otherwise it writes an inline style, which the content security policy forbids.
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', href: icon, type: 'image/svg+xml' }]],
  markdown: {
    // Citations link to these anchors, so both are made by one function.
    anchor: { slugify: headingSlug },
    config(md) {
      // The pages are plain Markdown, so that `{{` in them is text, and not an expression of Vue.
      for (const rule of ['text', 'code_inline']) {
        const render = md.renderer.rules[rule]!;
        md.renderer.rules[rule] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
      }
    },
    // The highlighter does not know Caddyfiles; their blocks look like those of nginx.
    languageAlias: { caddyfile: 'nginx' },
    // In these, comments have a contrast of 4.5 to 1, too.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformHtml: html => scripts.replaceInline(html),
  buildEnd({ outDir, srcDir, pages }) {
    scripts.write(outDir);
    checkLinks(outDir, srcDir, pages);
    writeFileSync(join(outDir, 'llms.txt'), pageIndex());
  },
  // Images stay in docs/images, which the server shows as well: no second copy in the package.
  vue: { template: { transformAssetUrls: { tags: {} } } },
  themeConfig: {
    logo: icon,
    search: { provider: 'local' },
    sidebar: pageGroups().map(
      ({ heading, pages }): DefaultTheme.SidebarItem => ({
        text: heading,
        items: pages.map(({ title, name }) => ({ text: title, link: `/${name}` })),
      }),
    ),
    outline: { level: [2, 3] },
    // "Menu" is the button above it, with the links to other pages.
    sidebarMenuLabel: 'Pages',
  },
});
