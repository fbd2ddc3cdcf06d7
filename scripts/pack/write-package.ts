/** Writes the folder of one published package: its compiled files, the libraries it brings along, its `package.json`. */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { copyLibraries, libraryFile } from './copy-libraries.ts';
import { type ImportGraph, importGraph, importsOf, packageOf } from './import-graph.ts';
import type { PackagePlan } from './plans.ts';

export type Exports = Record<string, string | { types: string; default: string }>;

interface SourceMap {
  mappings: string;
  sources: string[];
  sourcesContent?: string[];
}

interface Manifest extends Record<string, unknown> {
  version: string;
  exports: Exports;
  sideEffects: string[];
  dependencies: Record<string, string>;
}

/** Writes the package `plan` to `folder`. `elsewhere` are entries that another package has, by its name. */
export async function writePackage(
  root: string,
  plan: PackagePlan,
  folder: string,
  elsewhere: { name: string; entries: string[] } | undefined,
): Promise<void> {
  const manifest = readJson(join(root, 'package.json')) as Manifest;
  const entries = Object.entries(manifest.exports).filter(
    ([name]) => plan.owns(name) && name !== './package.json',
  );
  const dist = join(root, 'dist');
  const targets = entries.flatMap(([, target]) => (typeof target === 'string' ? [] : [target]));
  const scripts = importGraph(dist, [
    ...targets.flatMap(target => filesOf(root, target.default)),
    ...plan.scripts,
  ]);
  const declarations = importGraph(
    dist,
    targets.flatMap(target => filesOf(root, target.types)),
  );
  const libraries = new Map([...scripts.packages].filter(([name]) => !isDependency(plan, name)));
  for (const name of declarations.packages.keys()) {
    if (!isDependency(plan, name)) throw new Error(`${plan.name}: the types of its entries import ${name}`);
  }

  rmSync(folder, { recursive: true, force: true });
  copyFiles(root, folder, plan);
  copyEntriesWithoutImports(root, folder, entries);
  for (const file of [...scripts.files, ...declarations.files])
    copyCompiled(dist, folder, file, plan, libraries);
  copyMaps(dist, folder, scripts.files, declarations.files);
  await copyLibraries(root, join(folder, 'dist/vendor'), plan, libraries);
  const moved = elsewhere ? await writeMoved(root, folder, manifest.exports, elsewhere) : {};
  const packages = [...scripts.packages.keys(), ...declarations.packages.keys()];
  write(join(folder, 'package.json'), {
    name: plan.name,
    version: manifest.version,
    description: plan.description,
    license: manifest.license,
    type: 'module',
    ...Object.fromEntries(plan.fields.map(field => [field, manifest[field]])),
    sideEffects: [
      ...manifest.sideEffects.filter(file => existsSync(join(folder, file))),
      ...(elsewhere ? ['./dist/moved/*.js'] : []),
    ],
    ...plan.extraFields,
    exports: { ...Object.fromEntries(entries), ...moved, './package.json': './package.json' },
    dependencies: dependenciesOf(root, plan, manifest, packages),
    ...(Object.keys(plan.peers).length > 0 && {
      peerDependencies: plan.peers,
      peerDependenciesMeta: mapValues(plan.peers, () => ({ optional: true })),
    }),
  });
}

/** Whether the package lists it as a dependency or peer. Anything else is copied to `dist/vendor`. */
function isDependency(plan: PackagePlan, specifier: string): boolean {
  return plan.dependencies.test(rename(plan, specifier)) || packageOf(specifier) in plan.peers;
}

function rename({ renamed }: PackagePlan, specifier: string): string {
  const [pattern, replacement] = renamed.find(([pattern]) => pattern.test(specifier)) ?? [];
  return pattern ? specifier.replace(pattern, replacement!) : specifier;
}

/** The packages behind these specifiers, with the ranges of the root or of the library that brings them along there. */
function dependenciesOf(
  root: string,
  plan: PackagePlan,
  { dependencies }: Manifest,
  specifiers: string[],
): Record<string, string> {
  const lit = readJson(join(root, 'node_modules/lit/package.json')) as Manifest;
  const names = specifiers
    .map(specifier => rename(plan, specifier))
    .filter(specifier => plan.dependencies.test(specifier))
    .map(packageOf);
  return Object.fromEntries(
    [...new Set(names)].sort().map(name => {
      const range = dependencies[name] ?? lit.dependencies[name];
      if (!range) throw new Error(`${plan.name}: no range of versions for ${name}`);
      return [name, range];
    }),
  );
}

/** The files from `dist` behind an entry, which may be a pattern. */
function filesOf(root: string, target: string): string[] {
  const dist = join(root, 'dist');
  return globSync(target, { cwd: root })
    .filter(file => !target.endsWith('*.js') || !file.endsWith('.d.js'))
    .map(file => relative(dist, join(root, file)));
}

function copyFiles(root: string, folder: string, { files, name }: PackagePlan): void {
  for (const file of files)
    cpSync(join(root, file), join(folder, file), {
      recursive: true,
      filter: path => !path.includes('.vitepress') && !path.endsWith('.built'),
    });
  cpSync(join(root, `scripts/pack/${name}.md`), join(folder, 'README.md'));
}

function copyEntriesWithoutImports(root: string, folder: string, entries: [string, Exports[string]][]): void {
  for (const [, target] of entries)
    if (typeof target === 'string') cpSync(join(root, target), join(folder, target));
}

/** Copies a script or declaration. */
function copyCompiled(
  dist: string,
  folder: string,
  file: string,
  plan: PackagePlan,
  libraries: ImportGraph['packages'],
): void {
  const code = readFileSync(join(dist, file), 'utf8');
  const changes = importsOf(file, code).map(({ specifier, start, end }) => {
    const library = join('vendor', libraryFile(specifier));
    const path = relative(dirname(file), library);
    const target = libraries.has(specifier) ? path.replace(/^(?!\.)/, './') : rename(plan, specifier);
    return { start, end, target };
  });
  let changed = code;
  for (const { start, end, target } of changes.sort((a, b) => b.start - a.start))
    changed = changed.slice(0, start) + target + changed.slice(end);
  write(join(folder, 'dist', file), changed);
}

/**
 * Copies the maps of compiled files. A declaration's map leads to its source, which is copied too. A script's map contains
 * the source, unless it is there already.
 */
function copyMaps(dist: string, folder: string, scripts: Set<string>, declarations: Set<string>): void {
  for (const file of declarations) {
    const map = readJson(join(dist, `${file}.map`)) as SourceMap;
    write(join(folder, 'dist', `${file}.map`), JSON.stringify(map));
    for (const source of map.sources)
      cpSync(join(dist, dirname(file), source), join(folder, 'dist', dirname(file), source));
  }
  for (const file of scripts) {
    const { sourcesContent, ...map } = readJson(join(dist, `${file}.map`)) as SourceMap;
    map.mappings = byLine(map.mappings);
    const isThere = map.sources.every(source => existsSync(join(folder, 'dist', dirname(file), source)));
    write(join(folder, 'dist', `${file}.map`), JSON.stringify(isThere ? map : { ...map, sourcesContent }));
  }
}

/** Only where each line comes from. A statement has a line of its own, and the maps are a megabyte smaller. */
function byLine(mappings: string): string {
  return encode(decode(mappings).map(segments => segments.slice(0, 1)));
}

/** Entries that are in another package now: they say so when they are loaded, and in an editor. */
async function writeMoved(
  root: string,
  folder: string,
  exports: Exports,
  { name, entries }: { name: string; entries: string[] },
): Promise<Exports> {
  const moved: Exports = {};
  for (const entry of entries) {
    const to = entry.replace('.', name);
    const message = `${entry.replace('.', 'agent-chat')} is in a package of its own now: install ${name} and import '${to}'.`;
    const { default: script } = exports[entry] as { default: string };
    const names = Object.keys((await import(join(root, script))) as object);
    const file = `./dist/moved/${entry.slice(2).replace('/', '-')}`;
    // Without the names, an import would fail with a syntax error before the message.
    const lines = names.map(each => `export const ${each} = undefined;\n`);
    write(join(folder, `${file}.js`), `${lines.join('')}throw new Error(${JSON.stringify(message)});\n`);
    const types = names.map(each => `/** @deprecated ${message} */\nexport declare const ${each}: never;\n`);
    write(join(folder, `${file}.d.ts`), types.join(''));
    moved[entry] = { types: `${file}.d.ts`, default: `${file}.js` };
  }
  return moved;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function write(file: string, data: string | object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof data === 'string' ? data : `${JSON.stringify(data, null, 2)}\n`);
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
