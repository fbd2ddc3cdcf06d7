import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AgentChatAdmin } from '../../../src/agent-chat-admin.ts';
import { AgentChat } from '../../../src/elements/agent-chat/agent-chat.ts';
import { EVENTS } from '../../../src/elements/agent-chat/events.ts';
import { COLOURS } from '../../../src/elements/default-colours.ts';

interface Named {
  name: string;
  description?: string;
  privacy?: string;
  type?: { text: string };
  fieldName?: string;
  default?: string;
  cancelable?: boolean;
  detail?: string;
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

test('the manifest names the files that define the elements', () => {
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

test('the manifest describes everything that a page can use, and nothing else', () => {
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

test('the manifest has every attribute that an element observes', () => {
  for (const [name, Element] of [
    ['AgentChat', AgentChat],
    ['AgentChatAdmin', AgentChatAdmin],
  ] as const) {
    const element = modules.flatMap(module => module.declarations).find(one => one.name === name);
    const listed = element?.attributes?.map(attribute => attribute.name) ?? [];
    assert.deepEqual(
      Element.observedAttributes.filter(attribute => !listed.includes(attribute)),
      [],
    );
  }
});

const chat = modules.flatMap(module => module.declarations).find(one => one.name === 'AgentChat')!;

test('the manifest has the default of every attribute, and it is the one of the element', () => {
  const element = new AgentChat() as unknown as Record<string, unknown>;
  for (const { name, fieldName, default: text } of chat.attributes!) {
    assert.ok(text !== undefined, name);
    const value = fieldName && element[fieldName];
    if (value !== undefined) assert.equal(text.replace(/^'(.*)'$/, '$1'), String(value), name);
  }
});

test('the manifest has the default of every custom property, and it is the one of the styles', () => {
  const styles = globSync('src/elements/{agent-chat,conversation}/**/*styles.ts', { cwd: ROOT })
    .concat('src/elements/agent-chat/window/theme.ts')
    .map(file => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
    .replace(/\$\{COLOURS\.(\w+)\}/g, (_, name: string) => String(COLOURS[name as keyof typeof COLOURS]));
  // The styles compute these from other values, or have more than one part.
  const described = /^--agent-chat-(?:on-.*|focus|launcher-radius|link|shadow)$/;
  for (const { name, default: value } of chat.cssProperties!) {
    assert.ok(value, name);
    if (described.test(name)) continue;
    const uses = [...styles.matchAll(new RegExp(`var\\(${name},([^;]*)`, 'g'))].map(([, rest]) => rest!);
    // `theme.ts` has the default of the agent's messages in a token of its own.
    if (name === '--agent-chat-agent-bubble') uses.push(/--_agent-bubble: .*/.exec(styles)![0]);
    const token = value.replace(/^var\(--agent-chat-/, 'var(--_');
    assert.ok(
      uses.some(rest => rest.includes(token)),
      `${name}: ${value}`,
    );
  }
});

test('the manifest has every event of the table, with its detail and whether it can be cancelled', () => {
  const expected = Object.entries(EVENTS).map(([name, cancelable]) => ({ name, cancelable }));
  assert.deepEqual(
    chat.events!.map(({ name, cancelable }) => ({ name, cancelable })),
    expected,
  );
  const open = chat.events!.find(({ name }) => name === 'agent-chat-open');
  assert.equal(open?.detail, '{ reason: OpenReason }');
});

test('the manifest has the property of each attribute that has one', () => {
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

test('a JetBrains IDE finds both tags with their attributes, properties and events', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>;
  assert.equal(manifest['web-types'], './dist/web-types.json');
  const { contributions } = read<{
    contributions: {
      html: {
        elements: {
          name: string;
          attributes: { name: string }[];
          js: { properties: { name: string }[]; events: { name: string }[] };
        }[];
      };
    };
  }>('web-types.json');
  const { elements } = contributions.html;
  assert.deepEqual(
    elements.map(({ name }) => name),
    ['agent-chat', 'agent-chat-admin'],
  );
  const [widget] = elements;
  const names = (list: { name: string }[] | undefined): string[] =>
    list?.map(({ name }) => name).sort() ?? [];
  assert.deepEqual(names(widget?.attributes), names(chat.attributes));
  assert.deepEqual(names(widget?.js.events), names(chat.events));
  assert.ok(names(widget?.js.properties).includes('settings'));
});
