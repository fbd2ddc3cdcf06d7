/**
 * Writes what can be derived: the sources of `SOURCES`, and into the documents tables of settings, elements, codes,
 * routes, options and variables, and the files of `examples/` and `deploy/`. A page marks a place by `<!-- generated: NAME -->` and `<!-- /generated -->`;
 * all between the two is replaced. A test says what is stale.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { VARIABLES } from '../src/cli/variables.ts';
import { documentedRows } from './generate/documented-rows.ts';
import { ELEMENT_TABLES, readElement } from './generate/elements.ts';
import { languageFiles, languageList, panelLanguageFiles } from './generate/language-files.ts';
import { proxyLimits, proxyOptions, proxyRoutes } from './generate/proxy.ts';
import { serviceOptions, serviceRoutes } from './generate/service.ts';
import { privateSettings, settingsTable } from './generate/settings.ts';
import { settingsDefaults } from './generate/settings-defaults.ts';
import { table } from './generate/table.ts';

const ROOT = join(import.meta.dirname, '..');
const BLOCK = /^<!-- generated: (.+?) -->\n[\s\S]*?^<!-- \/generated -->$/gm;

/** Source files that are generated as a whole, by their paths. */
const SOURCES: Record<string, () => string> = {
  'src/locales/admin/language-files.ts': panelLanguageFiles,
  'src/locales/language-files.ts': languageFiles,
  'src/protocol/settings-defaults.ts': settingsDefaults,
};

/** Every generated source and every page with generated blocks, by its path, as it should be. */
export function generatedFiles(): Map<string, string> {
  const pages = new Map(Object.entries(SOURCES).map(([path, source]) => [path, formatted(path, source())]));
  for (const path of globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    if (text.search(BLOCK) < 0) continue;
    const fresh = text.replace(
      BLOCK,
      (_, name: string) => `<!-- generated: ${name} -->\n${blockOf(name)}\n<!-- /generated -->`,
    );
    pages.set(path, fresh);
  }
  return pages;
}

function formatted(path: string, text: string): string {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  return execFileSync(biome, ['format', `--stdin-file-path=${path}`], { input: text, encoding: 'utf8' });
}

function blockOf(name: string): string {
  if (/^(?:examples|deploy)\//.test(name)) return fileBlock(name);
  const [kind = '', ...words] = name.split(' ');
  if (kind === 'settings') return settingsTable(...words);
  if (kind.startsWith('<')) return ELEMENT_TABLES[words.join(' ')]!(readElement(ROOT, kind.slice(1, -1)));
  const block = TABLES[name];
  if (!block) throw new Error(`nothing generates "${name}"`);
  return block();
}

const TABLES: Record<string, () => string> = {
  languages: languageList,
  'private settings': privateSettings,
  'proxy limits': proxyLimits,
  'proxy options': proxyOptions,
  'proxy routes': proxyRoutes,
  'service options': serviceOptions,
  'service routes': serviceRoutes,
  variables: () =>
    table(
      ['variable', 'flag', 'meaning'],
      Object.entries(VARIABLES as Record<string, { help: string; flag?: string; value?: string }>).map(
        ([name, { flag, value, help }]) => [
          `\`${name}\``,
          flag ? `\`--${flag}${value && value !== '1' ? ` ${value}` : ''}\`` : '–',
          help,
        ],
      ),
    ),
  'error codes': () =>
    table(
      ['code', 'status', 'meaning'],
      documentedRows(join(ROOT, 'src/protocol/errors.ts'), 'const STATUS').map(({ name, value, text }) => [
        `\`${name}\``,
        value,
        text,
      ]),
    ),
};

function fileBlock(path: string): string {
  const language = { '.conf': 'nginx', '': 'caddyfile' }[extname(path)] ?? extname(path).slice(1);
  return `\`\`\`${language}\n${readFileSync(join(ROOT, path), 'utf8').trimEnd()}\n\`\`\``;
}

if (import.meta.main) {
  for (const [path, text] of generatedFiles()) writeFileSync(join(ROOT, path), text);
}
