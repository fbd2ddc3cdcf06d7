import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MANGLED, MANGLED_LIT_PROPERTIES, MANGLED_PROPERTIES } from '../../../scripts/mangled-properties.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What is sent, stored, told to other tabs, or spoken by the page. */
const OUTSIDE = [
  'src/protocol/*.ts',
  'src/locales/*.ts',
  'src/client/{conversation-state,reduce,tabs,stored-state}.ts',
  'src/elements/agent-chat/{agent-chat-properties,events}.ts',
  'src/react.ts',
  'dist/custom-elements.json',
];
const INSIDE = 'src/{client,elements/{agent-chat,conversation,markdown}}/**/*.ts';
const LIT = [
  'node_modules/@lit/reactive-element/reactive-element.js',
  'node_modules/lit-{html,element}/lit-*.js',
];

test('no name that the bundle shortens is one that anybody else knows', () => {
  const outside = read(OUTSIDE);
  const known = MANGLED.filter(name => new RegExp(`\\b${name}\\b`).test(outside));
  assert.deepEqual(known, []);
});

test('each has a short name that nothing else has', () => {
  assert.equal(new Set(MANGLED).size, MANGLED.length);
  assert.ok(MANGLED.length <= 104, 'there are no more letters');
  assert.ok(!/\.[_$][a-zA-Z]\b/.test(read([INSIDE])), 'a property called by a sign and a letter');
});

test('no name that the bundle shortens is spelled out where no minifier looks', () => {
  const inside = read([INSIDE]);
  const lit = read(LIT);
  const gone = [
    ...MANGLED_PROPERTIES.filter(name => !new RegExp(`\\b${name}\\b`).test(inside)),
    ...MANGLED_LIT_PROPERTIES.filter(name => !new RegExp(`\\b${name}\\b`).test(lit)),
  ];
  const quoted = MANGLED.filter(name =>
    new RegExp(`'(?:[^'\\n]* )?${name}(?: [^'\\n]*)?'|["\`]${name}["\`]|[.?@\\s]${name}=\\$\\{`).test(inside),
  );
  const exported = MANGLED.filter(name =>
    new RegExp(`export (?:async )?(?:function|const|class) ${name}\\b|export \\{[^}]*\\b${name}\\b`).test(
      inside,
    ),
  );
  assert.deepEqual({ gone, quoted, exported }, { gone: [], quoted: [], exported: [] });
});

function read(patterns: readonly string[]): string {
  const files = patterns.flatMap(pattern => globSync(pattern, { cwd: ROOT }));
  assert.ok(files.length >= patterns.length);
  const text = files.map(file => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
