/** Reads which files and packages the compiled files of `dist` import. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

export interface ImportedModule {
  specifier: string;
  /** The place of the specifier in the code, without its quotes. */
  start: number;
  end: number;
  /** The names that are imported; undefined if it may be any. */
  names: string[] | undefined;
  /** Whether it is a dynamic import or `require`. */
  isDynamic: boolean;
}

interface ImportedName {
  kind: string;
  name: string | null;
}

export interface ImportGraph {
  /** Compiled files, from the folder `dist`. */
  files: Set<string>;
  /** Packages and their parts by specifier, with the names that are imported; undefined if it may be any. */
  packages: Map<string, Set<string> | undefined>;
}

const TYPES = /\.d\.ts$/;
/** In a declaration: `from '…'`, `import('…')`, `import '…'`. */
const TYPE_IMPORT = /(?:\bfrom\s*|\bimport\(\s*|^import\s*)(['"])([^'"]+)\1/gm;
/** A CommonJS package, loaded late and at once. */
const REQUIRED = /\brequire\('([^']+)'\)/g;

/** All imports of a compiled script or declaration. */
export function importsOf(file: string, code: string): ImportedModule[] {
  if (TYPES.test(file)) return matches(code, TYPE_IMPORT, 2);
  const { module, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    ...place(moduleRequest),
    names: allNames(
      entries.flatMap(({ importName, localName }) =>
        importName.kind === 'NamespaceObject' ? membersOf(localName.value, code) : importName,
      ),
    ),
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName } of entries)
      if (moduleRequest) found.push({ ...place(moduleRequest), names: allNames([importName]) });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const at = { start: moduleRequest.start + 1, end: moduleRequest.end - 1 };
    const literal = /^(['"])([^'"]+)\1$/.exec(code.slice(moduleRequest.start, moduleRequest.end));
    if (literal) found.push({ specifier: literal[2]!, ...at, names: undefined, isDynamic: true });
  }
  return code.includes('createRequire') ? [...found, ...matches(code, REQUIRED, 1)] : found;
}

/** Everything that these files of `dist` import, and what that imports. */
export function importGraph(dist: string, entries: Iterable<string>): ImportGraph {
  const files = new Set<string>();
  const packages: ImportGraph['packages'] = new Map();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const { specifier, names } of importsOf(file, readFileSync(join(dist, file), 'utf8'))) {
      if (specifier.startsWith('.')) {
        const target = join(dirname(file), specifier);
        visit(TYPES.test(file) ? target.replace(/(?:\.d)?\.[jt]s$/, '.d.ts') : target);
      } else if (!specifier.startsWith('node:')) {
        const known = packages.has(specifier) ? packages.get(specifier) : new Set<string>();
        packages.set(specifier, known && names && new Set([...known, ...names]));
      }
    }
  };
  for (const entry of entries) visit(entry);
  return { files, packages };
}

/** `@hono/node-server` of `@hono/node-server/utils/response`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function place({ value, start, end }: { value: string; start: number; end: number }) {
  return { specifier: value, start: start + 1, end: end - 1, isDynamic: false };
}

/** What the code takes from a namespace: `v.object` and `v.string` of `import * as v`. */
function membersOf(namespace: string, code: string): ImportedName[] {
  const uses = code.matchAll(new RegExp(`(?<![.\\w$])${namespace}\\.(\\w+)`, 'g'));
  return Array.from(uses, ([, name]) => ({ kind: 'Name', name: name! }));
}

function allNames(imported: ImportedName[]): string[] | undefined {
  const names = imported.map(({ kind, name }) => (kind === 'Default' ? 'default' : name));
  return names.every(name => name !== null) ? names : undefined;
}

function matches(code: string, pattern: RegExp, group: number): ImportedModule[] {
  return [...code.matchAll(pattern)].map(match => {
    const specifier = match[group]!;
    const start = match.index + match[0].lastIndexOf(specifier);
    return { specifier, start, end: start + specifier.length, names: undefined, isDynamic: true };
  });
}
