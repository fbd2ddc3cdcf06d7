/**
 * What editors and catalogues read of the elements: the manifest that the analyzer took from the sources, less what no
 * page can use and with the files that are published; and the same for VS Code, which reads a form of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Named {
  name: string;
  description?: string;
  privacy?: string;
  static?: boolean;
  type?: { text: string };
  inheritedFrom?: unknown;
  fieldName?: string;
}
const LISTS = ['members', 'attributes', 'events', 'slots', 'cssParts', 'cssProperties'] as const;
type Element = { name: string; tagName: string; description: string; superclass?: unknown } & Partial<
  Record<(typeof LISTS)[number], Named[]>
>;
interface Manifest {
  modules: { declarations: Element[]; [field: string]: unknown }[];
}

/** Buttons of the page that open a chat; their values are read when one is pressed. */
const BUTTON_ATTRIBUTES = [
  {
    name: 'data-agent-chat',
    description: 'What a press of this button does to the chat of the page.',
    values: ['open', 'close', 'toggle'].map(name => ({ name })),
  },
  { name: 'data-agent-chat-for', description: 'Id of the chat that is meant, where a page has several.' },
  { name: 'data-agent-chat-text', description: 'What a press asks in the visitor’s name.' },
];

export function writeEditorData(dist: string): void {
  const file = join(dist, 'custom-elements.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const elements = manifest.modules.flatMap(module => module.declarations.filter(one => one.tagName));
  for (const element of elements) tidy(element);
  write(file, { ...manifest, modules: elements.map(moduleOf) });
  write(join(dist, 'html-custom-data.json'), {
    version: 1.1,
    tags: elements.map(({ tagName, description, attributes }) => ({
      name: tagName,
      description,
      attributes: attributes?.map(attribute => ({ ...told(attribute), ...valuesOf(attribute) })),
    })),
    globalAttributes: BUTTON_ATTRIBUTES,
  });
  write(join(dist, 'css-custom-data.json'), {
    version: 1.1,
    properties: elements.flatMap(element => element.cssProperties?.map(told) ?? []),
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
  // Those that the element reads only when it needs them stand in a comment, by their attribute alone.
  for (const attribute of element.attributes ?? []) {
    const property = attribute.name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (element.members?.some(({ name }) => name === property)) attribute.fieldName ??= property;
  }
  for (const event of element.events ?? []) event.type = { text: `${element.name}Events['${event.name}']` };
  element.superclass = { name: 'LitElement', package: 'lit' };
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

const told = ({ name, description }: Named): Named => ({ name, ...(description && { description }) });

/** The words of a union; `v` says that there is no value. */
function valuesOf({ type }: Named): object {
  if (type?.text === 'boolean') return { valueSet: 'v' };
  const words = [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => ({ name }));
  return words.length > 0 ? { values: words } : {};
}

function write(file: string, data: object): void {
  writeFileSync(file, JSON.stringify(data));
}
