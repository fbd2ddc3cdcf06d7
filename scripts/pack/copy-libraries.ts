/**
 * Libraries that a package brings along, each as a module of `dist/vendor`: as published, only joined into one file and
 * without what nothing imports. Their licences are beside them.
 */
import { cpSync, mkdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { build, esmExternalRequirePlugin, type Plugin } from 'vite';
import type { PackagePlan } from './plans.ts';

const VENDORED = 'vendored:';

/** The file of a library below `dist/vendor`. */
export const libraryFile = (specifier: string): string =>
  `${specifier.replace(/^@/, '').replaceAll(/\W+/g, '-')}.js`;

export async function copyLibraries(
  root: string,
  vendor: string,
  { dependencies, assets, isForNode }: PackagePlan,
  libraries: Map<string, Set<string> | undefined>,
): Promise<void> {
  const builtins = new RegExp(`^(?:node:|(?:${builtinModules.join('|')})$)`);
  const entries = new Map<string, string>();
  for (const [specifier, names] of libraries) entries.set(specifier, await entryOf(specifier, names));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      entryPlugin(entries),
      ...(isForNode ? [esmExternalRequirePlugin({ external: [builtins] })] : []),
    ],
    ssr: { noExternal: true },
    build: {
      ssr: isForNode,
      outDir: vendor,
      emptyOutDir: true,
      target: 'es2023',
      minify: false,
      copyPublicDir: false,
      license: { fileName: 'licenses.md' },
      ...(!isForNode && { lib: { entry: 'unused', formats: ['es'] } }),
      rolldownOptions: {
        input: Object.fromEntries(
          Array.from(entries.keys(), specifier => [
            libraryFile(specifier).replace(/\.js$/, ''),
            VENDORED + specifier,
          ]),
        ),
        external: id => dependencies.test(id) || (isForNode && builtins.test(id)),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  });
  for (const [from, to] of Object.entries(assets)) {
    mkdirSync(dirname(join(vendor, to)), { recursive: true });
    cpSync(join(root, 'node_modules', from), join(vendor, to));
  }
}

/** The source of a module with these exports of a library. */
async function entryOf(specifier: string, names: Set<string> | undefined): Promise<string> {
  const exported = names ?? Object.keys((await import(specifier)) as object);
  // Node.js adds this name to what it imports from CommonJS.
  const list = [...exported].filter(name => name !== 'module.exports');
  return `export { ${list.join(', ')} } from '${specifier}';`;
}

function entryPlugin(entries: Map<string, string>): Plugin {
  return {
    name: 'vendored-libraries',
    enforce: 'pre',
    resolveId: id => (id.startsWith(VENDORED) ? `\0${id}` : null),
    load: id => (id.startsWith(`\0${VENDORED}`) ? entries.get(id.slice(VENDORED.length + 1)) : null),
  };
}
