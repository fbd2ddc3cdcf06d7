import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { parseSync, Visitor } from 'rolldown/utils';
import { lean } from '../../../scripts/lean-libraries.ts';
import {
  MANGLED_EXPORTS,
  MANGLED_LIT_PROPERTIES,
  MANGLED_PROPERTIES,
} from '../../../scripts/mangled-properties.ts';
import { shortNames } from '../../../scripts/short-names.ts';
import { writeRenamedSources } from './renamed-sources.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MANGLED = [...MANGLED_PROPERTIES, ...MANGLED_EXPORTS, ...MANGLED_LIT_PROPERTIES];

/** What is sent, stored, told to other tabs, or spoken by the page. */
const OUTSIDE = [
  'src/protocol/*.ts',
  'src/locales/*.ts',
  'src/client/{conversation-state,client-tools,history,reduce,tabs,stored-state}.ts',
  'src/elements/agent-chat/events.ts',
  'src/react.ts',
];
/** Documents for those who put the widget on a page. Who takes the client from npm does not get this bundle. */
const DOCUMENTS = [
  'README.md',
  'llms.txt',
  'docs/{embedding,styling,settings,languages,getting-started,visitors,accessibility}.md',
];
const INSIDE = 'src/{client,elements/{agent-chat,conversation,markdown}}/**/*.ts';
const LIT = [
  'node_modules/@lit/reactive-element/reactive-element.js',
  'node_modules/lit-html/lit-html.js',
  'node_modules/lit-element/lit-element.js',
];

test('no name that the bundle shortens is one that anybody else knows', () => {
  const manifest = read(['dist/custom-elements.json']).matchAll(/"name": "([^"]*)"/g);
  const known = new Set(Array.from(manifest, ([, name]) => name!));
  for (const file of files(OUTSIDE)) for (const name of namesIn(file)) known.add(name);
  const code = read(DOCUMENTS).match(/```[\s\S]*?```|`[^`\n]+`/g)!;
  for (const [name] of code.join('\n').matchAll(/(?<=\.)\w+|\w+(?=\s*[:(])/g)) known.add(name);
  assert.deepEqual(
    MANGLED.filter(name => known.has(name)),
    [],
  );
});

test('nothing has two names that are short for the same, and none is asked of the browser: the types still fit', () => {
  const folder = join(ROOT, 'test/.artifacts/renamed');
  after(() => rmSync(folder, { recursive: true, force: true }));
  const short = shortNames([...MANGLED_PROPERTIES, ...MANGLED_LIT_PROPERTIES], MANGLED_EXPORTS);
  assert.deepEqual(Object.keys(short).toSorted(), MANGLED.toSorted());
  writeRenamedSources(folder, new Map(MANGLED_PROPERTIES.map(name => [name, `_${short[name]}`])));
  const check = (): string =>
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--noEmit'], { encoding: 'utf8' });
  assert.doesNotThrow(check, ({ stdout }: { stdout: string }) => assert.fail(stdout) as never);
});

test('no name that the bundle shortens is spelled out where no minifier looks', () => {
  const inside = read([INSIDE]);
  const lit = files(LIT)
    .map(file => lean('agent-chat', basename(file), readFileSync(file, 'utf8')))
    .join('\n');
  const gone = [
    ...[...MANGLED_PROPERTIES, ...MANGLED_EXPORTS].filter(name => !new RegExp(`\\b${name}\\b`).test(inside)),
    ...MANGLED_LIT_PROPERTIES.filter(name => !lit.includes(name)),
  ];
  // A list of properties is a string of their names, and a template has them before a value.
  const quoted = MANGLED.filter(name => {
    const word = name.replaceAll('$', '\\$');
    return (
      new RegExp(`'(?:[\\w ]* )?${word}(?: [\\w ]*)?'|[.?@]${word}=\\$`).test(inside) ||
      lit.includes(`"${name}"`)
    );
  });
  assert.deepEqual({ gone, quoted }, { gone: [], quoted: [] });
});

function files(patterns: readonly string[]): string[] {
  return patterns.flatMap(pattern => {
    const found = globSync(pattern, { cwd: ROOT });
    assert.ok(found.length > 0, pattern);
    return found.map(file => join(ROOT, file));
  });
}

function read(patterns: readonly string[]): string {
  return files(patterns)
    .map(file => readFileSync(file, 'utf8'))
    .join('\n');
}

/** What a file's objects have, and all of its strings. Methods of its classes are not sent anywhere. */
function namesIn(file: string): Set<string> {
  const names = new Set<string>();
  const members = (list: readonly { key?: unknown }[]): void => {
    for (const { key } of list) names.add((key as { name?: string } | undefined)?.name ?? '');
  };
  new Visitor({
    TSInterfaceDeclaration: ({ body }) => members(body.body as never),
    TSTypeLiteral: node => members(node.members as never),
    ObjectExpression: node => members(node.properties as never),
    Literal: ({ value }) => names.add(String(value)),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return names;
}
