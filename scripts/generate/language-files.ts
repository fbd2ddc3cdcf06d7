import { existsSync } from 'node:fs';
import { LANGUAGES, UNREVIEWED } from '../../src/locales/languages.ts';

/** Loads the widget's words of each language. Not in the list itself, since the launcher has no room for the names. */
export function languageFiles(): string {
  return loaders('LANGUAGE_FILES', 'Strings', LANGUAGES);
}

/** Loads the panel's words of each language but English, which comes with the panel. */
export function panelLanguageFiles(): string {
  const codes = LANGUAGES.filter(code => hasPanel(code) && code !== 'en');
  return loaders('PANEL_LANGUAGE_FILES', 'AdminStrings', codes);
}

const hasPanel = (code: string): boolean =>
  existsSync(new URL(`../../src/locales/admin/${code}.ts`, import.meta.url));

/** A list instead of a table, so that a reply can quote all of it. */
export function languageList(): string {
  const nameOf = new Intl.DisplayNames(['en'], { type: 'language' });
  const named = (codes: readonly string[]): string =>
    codes.map(code => `${nameOf.of(code)} (\`${code}\`)`).join(', ');
  const widgetOnly = LANGUAGES.filter(code => !hasPanel(code));
  return [
    `- The widget and the admin panel speak ${named(LANGUAGES.filter(hasPanel))}.`,
    ...(widgetOnly.length > 0 ? [`- The widget speaks ${named(widgetOnly)}, too.`] : []),
    `- No second reader has reviewed ${named(UNREVIEWED)} yet. Corrections are welcome.`,
  ].join('\n');
}

function loaders(name: string, type: string, codes: readonly string[]): string {
  const rows = codes.map(code => {
    // `pt-PT.ts` exports `ptPT`.
    const exported = code.replace('-', '');
    return `'${code}': async () => (await import('./${code}.ts')).${exported},`;
  });
  return `// Generated from the list in languages.ts by \`npm run generate\`.
import type { ${type} } from './strings.ts';

/** Loads the words of a language, by its code. */
export const ${name}: Readonly<Record<string, () => Promise<${type}>>> = {
${rows.join('\n')}
};
`;
}
