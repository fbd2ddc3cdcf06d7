import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './table.ts';

interface Entry {
  name: string;
  description?: string;
  default?: string;
  type?: { text: string };
  attribute?: string;
  fieldName?: string;
  kind?: string;
  privacy?: string;
  static?: boolean;
  readonly?: boolean;
  cancelable?: boolean;
  detail?: string;
  parameters?: { name: string; optional?: boolean }[];
}

export interface ElementManifest {
  tagName: string;
  attributes: Entry[];
  members: Entry[];
  events: Entry[];
  slots: Entry[];
  cssParts: Entry[];
  cssProperties: Entry[];
}

/** The element as `dist/custom-elements.json` describes it, which a build writes from the comments of the source. */
export function readElement(root: string, tagName: string): ElementManifest {
  const path = join(root, 'dist/custom-elements.json');
  const { modules } = JSON.parse(readFileSync(path, 'utf8')) as {
    modules: { declarations: Partial<ElementManifest>[] }[];
  };
  const found = modules
    .flatMap(({ declarations }) => declarations)
    .find(declaration => declaration.tagName === tagName);
  if (!found) throw new Error(`${path} has no <${tagName}>`);
  const { attributes = [], members = [], events = [], slots = [], cssParts = [], cssProperties = [] } = found;
  return { tagName, attributes, members, events, slots, cssParts, cssProperties };
}

/** Each table of an element by its name in a page's marker. */
export const ELEMENT_TABLES: Record<string, (element: ElementManifest) => string> = {
  attributes: ({ attributes }) =>
    table(
      ['attribute', 'property', 'type', 'default', 'what it does'],
      attributes.map(one => [code(one.name), propertyOf(one), typeOf(one), defaultOf(one), textOf(one)]),
    ),
  properties: element =>
    table(
      ['property', 'type', 'what it does'],
      ownProperties(element).map(one => [
        code(one.name),
        typeOf(one),
        `${textOf(one)}${one.readonly ? ' Read-only.' : ''}`,
      ]),
    ),
  methods: ({ members }) =>
    table(
      ['method', 'what it does'],
      members.filter(isPublicMethod).map(one => [code(`${one.name}(${parametersOf(one)})`), textOf(one)]),
    ),
  events: ({ events }) =>
    table(
      ['event', 'cancelable', '`detail`', 'what happened'],
      events.map(one => [
        code(one.name),
        one.cancelable ? 'yes' : 'no',
        one.detail ? code(one.detail) : '–',
        textOf(one),
      ]),
    ),
  slots: ({ slots }) =>
    table(
      ['slot', 'what it holds'],
      slots.map(one => [code(one.name), textOf(one)]),
    ),
  parts: ({ cssParts }) =>
    table(
      ['part', 'what it is'],
      cssParts.map(one => [code(one.name), textOf(one)]),
    ),
  'custom properties': ({ cssProperties }) =>
    table(
      ['custom property', 'default', 'what it sets'],
      cssProperties.map(one => [code(one.name), defaultOf(one), textOf(one)]),
    ),
};

/** Properties that no attribute sets. */
function ownProperties({ members, attributes }: ElementManifest): Entry[] {
  const withAttribute = new Set(attributes.map(({ fieldName }) => fieldName));
  return members.filter(
    one => one.kind === 'field' && isPublic(one) && !withAttribute.has(one.name) && one.description,
  );
}

function isPublicMethod(one: Entry): boolean {
  return one.kind === 'method' && isPublic(one) && one.description !== undefined;
}

function isPublic(one: Entry): boolean {
  return !one.privacy && !one.static && !/^[#_]/.test(one.name);
}

function parametersOf({ parameters = [] }: Entry): string {
  return parameters.map(({ name, optional }) => (optional ? `${name}?` : name)).join(', ');
}

function propertyOf({ fieldName }: Entry): string {
  return fieldName ? code(fieldName) : '–';
}

function typeOf({ type }: Entry): string {
  return type ? code(type.text) : '–';
}

function defaultOf(one: Entry): string {
  return one.default === undefined || one.default === '' ? '–' : code(one.default);
}

function textOf({ description = '' }: Entry): string {
  return description;
}

function code(text: string): string {
  return `\`${text.replace(/\s+/g, ' ')}\``;
}
