import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

const ROOT = join(import.meta.dirname, '../../..');

interface Key {
  type: string;
  name: string;
  start: number;
  end: number;
}

/** The widget's sources with other names for these properties, in a folder that is a project of its own. */
export function writeRenamedSources(folder: string, names: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  const files = globSync('src/{agent-chat,react,locales/*}.ts', { cwd: ROOT }).concat(
    globSync('src/{protocol,client,elements/!(admin)}/**/*.ts', { cwd: ROOT }),
  );
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), renamed(file, readFileSync(join(ROOT, file), 'utf8'), names));
  }
  const project = {
    extends: join(ROOT, 'config/tsconfig.browser.json'),
    compilerOptions: { rootDir: 'src' },
    include: ['src'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
}

function renamed(file: string, source: string, names: ReadonlyMap<string, string>): string {
  const edits: [start: number, end: number, text: string][] = [];
  const property = (key: unknown): void => {
    const { type, name, start, end } = key as Key;
    const other = type === 'Identifier' && names.get(name);
    if (other) edits.push([start, end, other]);
  };
  const member = (node: { computed?: boolean; key: unknown }): void => {
    if (!node.computed) property(node.key);
  };
  /** As in `Pick<Host, 'list' | 'log'>`. */
  const spelled = (type: unknown): void => {
    const { types = [], literal } = type as { types?: unknown[]; literal?: Key & { value: string } };
    for (const each of types) spelled(each);
    const other = literal && names.get(literal.value);
    if (other) edits.push([literal.start, literal.end, `'${other}'`]);
  };
  new Visitor({
    MemberExpression(node) {
      if (!node.computed) property(node.property);
    },
    Property(node) {
      const { name, start } = node.key as Key;
      if (!node.shorthand) member(node);
      else if (names.has(name)) edits.push([start, start, `${names.get(name)}: `]);
    },
    MethodDefinition: member,
    PropertyDefinition: member,
    TSPropertySignature: member,
    TSMethodSignature: member,
    TSIndexedAccessType: node => spelled(node.indexType),
    TSTypeReference(node) {
      if (/^(Pick|Omit)</.test(source.slice(node.start))) spelled(node.typeArguments!.params[1]);
    },
  }).visit(parseSync(file, source).program);
  edits.sort(([a], [b]) => b - a);
  return edits.reduce((text, [start, end, name]) => text.slice(0, start) + name + text.slice(end), source);
}
