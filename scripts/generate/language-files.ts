import { LANGUAGES } from '../../src/locales/languages.ts';

/** Loads the words of each language. A file of its own, since the launcher has no room for the names of all the files. */
export function languageFiles(): string {
  const rows = Object.keys(LANGUAGES).map(
    code => `${code}: async () => (await import('./${code}.ts')).${code},`,
  );
  return `// Generated from languages.ts by \`npm run generate\`.
import type { Strings } from './strings.ts';

/** What loads the words of a language, by its code. */
export const LANGUAGE_FILES: Readonly<Record<string, () => Promise<Strings>>> = {
${rows.join('\n')}
};
`;
}
