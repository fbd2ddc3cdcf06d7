import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AgentChatAdmin } from '../../../src/agent-chat-admin.ts';
import { AgentChat } from '../../../src/elements/agent-chat/agent-chat.ts';

interface Named {
  name: string;
  description?: string;
  privacy?: string;
  type?: { text: string };
  fieldName?: string;
  values?: { name: string }[];
}
type List = 'members' | 'attributes' | 'events' | 'slots' | 'cssParts' | 'cssProperties';
interface Module {
  path: string;
  declarations: ({ name: string; tagName?: string } & Partial<Record<List, Named[]>>)[];
  exports: { kind: string; name: string; declaration: { name: string; module: string } }[];
}

const ROOT = join(import.meta.dirname, '../../..');
const read = <Data>(file: string): Data => JSON.parse(readFileSync(join(ROOT, 'dist', file), 'utf8')) as Data;
const { modules } = read<{ modules: Module[] }>('custom-elements.json');

test('the manifest leads to the files that define the elements', () => {
  const defined = modules.flatMap(({ path, exports }) =>
    exports.flatMap(({ kind, name, declaration }) =>
      kind === 'custom-element-definition' && declaration.module === path ? [`${name} in ${path}`] : [],
    ),
  );
  assert.deepEqual(defined, [
    'agent-chat in dist/agent-chat.js',
    'agent-chat-admin in dist/agent-chat-admin.js',
  ]);
  for (const { path } of modules) assert.ok(existsSync(join(ROOT, path)), path);
});

test('the manifest says what each thing of an element is, and of nothing that a page cannot use', () => {
  const lists: List[] = ['members', 'attributes', 'events', 'slots', 'cssParts', 'cssProperties'];
  for (const element of modules.flatMap(module => module.declarations)) {
    for (const list of lists) {
      for (const one of element[list] ?? []) {
        assert.ok(one.description, `${element.name}: ${one.name}`);
        assert.doesNotMatch(`${one.privacy}${one.name}`, /private|protected|#/, element.name);
      }
    }
    for (const event of element.events ?? []) assert.match(event.type?.text ?? '', /Event/, event.name);
  }
});

test('the manifest has every attribute that an element watches', () => {
  for (const [name, Element] of [
    ['AgentChat', AgentChat],
    ['AgentChatAdmin', AgentChatAdmin],
  ] as const) {
    const element = modules.flatMap(module => module.declarations).find(one => one.name === name);
    const told = element?.attributes?.map(attribute => attribute.name) ?? [];
    assert.deepEqual(
      Element.observedAttributes.filter(attribute => !told.includes(attribute)),
      [],
    );
  }
});

test('a catalogue is told the property of each attribute that has one', () => {
  for (const { name, members = [], attributes = [] } of modules.flatMap(module => module.declarations)) {
    for (const attribute of attributes) {
      const property = attribute.name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      if (!members.some(member => member.name === property)) continue;
      assert.equal(attribute.fieldName, property, `${name}: ${attribute.name}`);
    }
  }
});

test('an editor can offer tags, attributes with their values, custom properties and parts', () => {
  const html = read<{ tags: { name: string; attributes: Named[] }[]; globalAttributes: Named[] }>(
    'html-custom-data.json',
  );
  const chat = html.tags.find(tag => tag.name === 'agent-chat');
  const values = (name: string) =>
    chat?.attributes.find(attribute => attribute.name === name)?.values?.map(value => value.name);
  assert.deepEqual(values('mode'), ['floating', 'inline']);
  assert.deepEqual(values('placement'), ['bottom-end', 'bottom-start', 'top-end', 'top-start']);
  assert.equal(values('heading'), undefined);
  assert.ok(html.tags.some(tag => tag.name === 'agent-chat-admin'));
  assert.ok(html.globalAttributes.some(attribute => attribute.name === 'data-agent-chat'));
  const css = read<{ properties: Named[]; pseudoElements: Named[] }>('css-custom-data.json');
  assert.ok(css.properties.some(property => property.name === '--agent-chat-accent'));
  assert.ok(css.pseudoElements.some(element => element.name === '::part(launcher)'));
});
