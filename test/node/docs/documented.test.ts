import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';

interface Named {
  name: string;
  description?: string;
  kind?: string;
  privacy?: string;
  static?: boolean;
}
interface Declaration {
  tagName?: string;
  members?: Named[];
  attributes?: Named[];
  events?: Named[];
  cssParts?: Named[];
  cssProperties?: Named[];
}

const ROOT = join(import.meta.dirname, '../../..');
const embedding = readFileSync(join(ROOT, 'docs/reference.md'), 'utf8');
const styling = readFileSync(join(ROOT, 'docs/styling.md'), 'utf8');
const admin = readFileSync(join(ROOT, 'docs/admin.md'), 'utf8');
let element: Declaration;
let panel: Declaration;

before(() => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'dist/custom-elements.json'), 'utf8')) as {
    modules: { declarations: Declaration[] }[];
  };
  const declared = manifest.modules.flatMap(module => module.declarations);
  element = declared.find(one => one.tagName === 'agent-chat')!;
  panel = declared.find(one => one.tagName === 'agent-chat-admin')!;
});

const rows = (text: string, heading: string): string[] =>
  [...(text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([^`(]+)/gm)].map(
    match => match[1]!,
  );
const names = (list: Named[] = []): string[] => list.map(one => one.name);

test('every event is documented, and no other', () => {
  assert.deepEqual(rows(embedding, 'Events').sort(), names(element.events).sort());
});

test('every attribute is documented, and no other', () => {
  assert.deepEqual(rows(embedding, 'Attributes and properties').sort(), names(element.attributes).sort());
});

test('the attributes and events of the panel are documented, and no others', () => {
  const first = (one: RegExp) => [...admin.matchAll(one)].map(match => match[1]!).sort();
  assert.deepEqual(first(/^\| `(agent-chat-admin-[a-z]+)` \|/gm), names(panel.events).sort());
  assert.deepEqual(first(/^\| `((?!agent-chat)[a-z-]+)` \| `/gm), names(panel.attributes).sort());
});

test('every public method is documented, and no other', () => {
  const methods = (element.members ?? []).filter(
    one => one.kind === 'method' && !one.privacy && !one.static && !one.name.startsWith('#'),
  );
  assert.deepEqual(rows(embedding, 'Methods').sort(), names(methods).sort());
});

test('every part that is drawn is documented, and every documented part is drawn', () => {
  const drawn = new Set<string>();
  for (const path of globSync('src/elements/{agent-chat,conversation,markdown}/**/*.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const places = /part="([^"]+)"|setAttribute\('part', ([^)]+)\)|\.part = ('[^']+')/g;
    for (const [, attribute, call, property] of text.matchAll(places)) {
      const list =
        attribute ?? [...(call ?? property)!.matchAll(/'([^']+)'/g)].map(match => match[1]).join(' ');
      for (const name of list.replaceAll(/\S*\$\{[^}]*\}\S*/g, '').split(/\s+/)) if (name) drawn.add(name);
    }
  }
  for (const name of ['new-button', 'expand-button', 'close-button']) drawn.add(name);
  assert.deepEqual(rows(styling, 'Parts').sort(), [...drawn].sort());
  assert.deepEqual(names(element.cssParts).sort(), [...drawn].sort());
});

test('the parts and custom properties of the panel are drawn, in the manifest and documented, and no others', () => {
  const parts = new Set<string>();
  const properties = new Set<string>();
  for (const path of globSync('src/elements/admin/**/*.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^\s*\/?\*.*$/gm, '');
    for (const [, name] of text.matchAll(/part="([a-z]+)"/g)) parts.add(name!);
    for (const [name] of text.matchAll(/--agent-chat-admin-[a-z\d-]+/g)) properties.add(name);
  }
  const looks = /^`--agent-chat-admin-.*$/m.exec(admin)![0];
  const told = (list: string): string[] => [...list.matchAll(/`([^`]+)`/g)].map(match => match[1]!).sort();
  const [ofProperties, ofParts] = looks.split('change its looks; parts are') as [string, string];
  assert.deepEqual(names(panel.cssParts).sort(), [...parts].sort());
  assert.deepEqual(told(ofParts.split('. ')[0]!), [...parts].sort());
  assert.deepEqual(names(panel.cssProperties).sort(), [...properties].sort());
  assert.deepEqual(
    told(ofProperties).map(name => name.replace(/^-(?=[a-z])/, '--agent-chat-admin-')),
    [...properties].sort(),
  );
});

test('every custom property has an effect and is documented', () => {
  const used = new Set<string>();
  for (const path of globSync('src/elements/{agent-chat,conversation,markdown}/**/*.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^\s*\/?\*.*$/gm, '');
    for (const [name] of text.matchAll(/--agent-chat-[a-z\d-]+/g)) used.add(name);
  }
  assert.deepEqual(rows(styling, 'Custom properties').sort(), [...used].sort());
  assert.deepEqual(names(element.cssProperties).sort(), [...used].sort());
});
