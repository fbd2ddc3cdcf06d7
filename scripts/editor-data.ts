/**
 * Completes the custom elements manifest that the analyzer has read from the sources: without private members, with the
 * published files and the table of events. Also writes the same data in the formats of VS Code and of JetBrains IDEs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { type AgentChatEventName, EVENTS } from '../src/elements/agent-chat/events.ts';
import { documentedRows } from './generate/documented-rows.ts';

const EVENTS_FILE = join(import.meta.dirname, '../src/elements/agent-chat/events.ts');

interface Named {
  name: string;
  description?: string;
  privacy?: string;
  static?: boolean;
  type?: { text: string };
  inheritedFrom?: unknown;
  fieldName?: string;
  default?: string;
  cancelable?: boolean;
  detail?: string;
}
const LISTS = ['members', 'attributes', 'events', 'slots', 'cssParts', 'cssProperties'] as const;
type Element = { name: string; tagName: string; description: string; superclass?: unknown } & Partial<
  Record<(typeof LISTS)[number], Named[]>
>;
interface Manifest {
  modules: { declarations: Element[]; [field: string]: unknown }[];
}

/** Attributes of the page's own buttons; they are read when a button is pressed. */
const BUTTON_ATTRIBUTES = [
  {
    name: 'data-agent-chat',
    description: 'What a press of this button does with the chat of the page.',
    values: ['open', 'close', 'toggle'].map(name => ({ name })),
  },
  {
    name: 'data-agent-chat-for',
    description: 'Id of the chat that the button addresses, if the page has several.',
  },
  { name: 'data-agent-chat-text', description: 'The question that a press sends in the visitor’s name.' },
];

export function writeEditorData(dist: string): void {
  const file = join(dist, 'custom-elements.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const elements = manifest.modules.flatMap(module => module.declarations.filter(one => one.tagName));
  for (const element of elements) tidy(element);
  const complete = { ...manifest, modules: elements.map(moduleOf) };
  write(file, complete);
  generateJetBrainsWebTypes(structuredClone(complete), {
    outdir: dist,
    packageJson: false,
    hideLogs: true,
  });
  write(join(dist, 'html-custom-data.json'), {
    version: 1.1,
    tags: elements.map(({ tagName, description, attributes }) => ({
      name: tagName,
      description,
      attributes: attributes?.map(attribute => ({ ...entryOf(attribute), ...valuesOf(attribute) })),
    })),
    globalAttributes: BUTTON_ATTRIBUTES,
  });
  write(join(dist, 'css-custom-data.json'), {
    version: 1.1,
    properties: elements.flatMap(element => element.cssProperties?.map(entryOf) ?? []),
    pseudoElements: elements.flatMap(({ tagName, cssParts }) =>
      (cssParts ?? []).map(({ name, description }) => ({
        name: `::part(${name})`,
        description: `<${tagName}>: ${description}`,
      })),
    ),
  });
}

function tidy(element: Element): void {
  for (const list of LISTS) {
    element[list] = (element[list] ?? [])
      .filter(
        one => !one.static && !/^(?:private|protected)$/.test(one.privacy ?? '') && !/^#/.test(one.name),
      )
      .map(({ inheritedFrom: _, privacy: __, ...one }) => one);
  }
  // Attributes that are declared in a comment do not name their property.
  for (const attribute of element.attributes ?? []) {
    const property = attribute.name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (element.members?.some(({ name }) => name === property)) attribute.fieldName ??= property;
  }
  if (element.name === 'AgentChat') element.events = readEvents();
  for (const event of element.events ?? []) {
    event.type = { text: `${element.name}Events['${event.name}']` };
    event.cancelable ??= false;
  }
  element.superclass = { name: 'LitElement', package: 'lit' };
}

/** The rows of the table in `events.ts`; its source also has their sentences and the types of their details. */
function readEvents(): Named[] {
  return documentedRows(EVENTS_FILE, 'export const EVENTS').map(({ name, text, value }) => {
    const detail = /<(.*)>/.exec(value)?.[1];
    const cancelable: boolean = EVENTS[name as AgentChatEventName];
    return { name, description: text, cancelable, ...(detail && { detail }) };
  });
}

function moduleOf(element: Element): object {
  const path = `dist/${element.tagName}.js`;
  const declaration = { name: element.name, module: path };
  return {
    kind: 'javascript-module',
    path,
    declarations: [element],
    exports: [
      { kind: 'js', name: element.name, declaration },
      { kind: 'custom-element-definition', name: element.tagName, declaration },
    ],
  };
}

const entryOf = ({ name, description }: Named): Named => ({ name, ...(description && { description }) });

/** The values of a union; `v` marks a boolean attribute, which has none. */
function valuesOf({ type }: Named): object {
  if (type?.text === 'boolean') return { valueSet: 'v' };
  const words = [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => ({ name }));
  return words.length > 0 ? { values: words } : {};
}

function write(file: string, data: object): void {
  writeFileSync(file, JSON.stringify(data));
}
