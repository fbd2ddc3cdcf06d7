import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type ElementManifest, readElement } from '../../../scripts/generate/elements.ts';

const ROOT = join(import.meta.dirname, '../../..');

// The tables of the documents are generated from the manifest, so a name that is in it is documented.
let chat: ElementManifest;
let panel: ElementManifest;

before(() => {
  chat = readElement(ROOT, 'agent-chat');
  panel = readElement(ROOT, 'agent-chat-admin');
});

const names = (list: { name: string }[]): string[] => list.map(({ name }) => name).sort();

function sourcesOf(folders: string): string[] {
  return globSync(`src/elements/${folders}/**/*.ts`, { cwd: ROOT }).map(path =>
    readFileSync(join(ROOT, path), 'utf8').replaceAll(/^\s*\/?\*.*$/gm, ''),
  );
}

/** The names of custom properties that the code of these folders uses. */
function customProperties(folders: string, pattern: RegExp): string[] {
  return [...new Set(sourcesOf(folders).flatMap(text => text.match(pattern) ?? []))].sort();
}

test('every part that the widget renders is documented, and no other', () => {
  // Their names are composed at run time.
  const rendered = new Set(['more-button', 'new-button', 'expand-button', 'close-button']);
  for (const text of sourcesOf('{agent-chat,conversation}')) {
    const places = /part="([^"]+)"|setAttribute\('part', ([^)]+)\)|\.part = ('[^']+')/g;
    for (const [, attribute, call, property] of text.matchAll(places)) {
      const list =
        attribute ?? [...(call ?? property)!.matchAll(/'([^']+)'/g)].map(match => match[1]).join(' ');
      for (const name of list.replaceAll(/\S*\$\{[^}]*\}\S*/g, '').split(/\s+/)) if (name) rendered.add(name);
    }
  }
  assert.deepEqual(names(chat.cssParts), [...rendered].sort());
});

test('every custom property of the widget has an effect and is documented', () => {
  const used = customProperties('{agent-chat,conversation}', /--agent-chat-[a-z\d-]+/g);
  assert.deepEqual(names(chat.cssProperties), used);
});

test('every part and custom property of the panel is used and documented, and no other', () => {
  const parts = sourcesOf('admin').flatMap(text =>
    Array.from(text.matchAll(/part="([a-z]+)"/g), ([, name]) => name!),
  );
  assert.deepEqual(names(panel.cssParts), [...new Set(parts)].sort());
  const used = customProperties('admin', /--agent-chat-admin-[a-z\d-]+/g);
  assert.deepEqual(names(panel.cssProperties), used);
});
