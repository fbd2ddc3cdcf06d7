import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** All of the widget's bundle that calls something by a name. */
const ROOMS = ['client', 'elements/agent-chat', 'elements/conversation', 'markdown'];
const LIT: Record<string, string> = {
  'reactive-element.js': '@lit/reactive-element',
  'lit-element.js': 'lit-element',
  'lit-html.js': 'lit-html',
};

/** In the order in which a minifier calls its variables: so they compress best. */
const LETTERS = [...'tesinraolhcdupgmfwkbvyxzTESINRAOLHCDUPGMFWKBVYXZ'];

/** For what a file exports, too: the bundler calls by a letter what others need of it. */
const TWO = LETTERS.map(letter => `$${letter}`);

interface Named {
  start: number;
  name?: string;
  key?: Named;
}

type Add = (thing: string, named: Named | null | undefined) => void;

/**
 * A short name for each name. Two names have the same one where nothing has both: no element, no other class, no
 * interface, no object that is written down, and no module.
 */
export function shortNames(
  properties: readonly string[],
  exported: readonly string[],
): Record<string, string> {
  const things = new Map<string, Set<string>>();
  const add: Add = (thing, named) => {
    if (named?.name) things.set(thing, (things.get(thing) ?? new Set()).add(named.name));
  };
  const files = sources().map(file => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));
  const text = files.map(({ source }) => source).join('');
  const bases = new Map(
    Array.from(text.matchAll(/class (\w+) extends (\w+)/g), ([, name, base]) => [name!, base!]),
  );
  for (const { file, source } of files) read(file, source, bases, add);
  const uses = new Map([...properties, ...exported].map(name => [name, text.split(name).length]));
  const short: Record<string, string> = {};
  for (const name of [...uses.keys()].sort((a, b) => uses.get(b)! - uses.get(a)!)) {
    const beside = [...things.values()].filter(names => names.has(name));
    if (beside.length === 0) throw new Error(`nothing has ${name}`);
    const taken = new Set(beside.flatMap(names => Array.from(names, other => short[other] ?? other)));
    const choice = exported.includes(name) ? TWO : [...LETTERS, ...TWO];
    short[name] = choice.find(candidate => !taken.has(candidate))!;
  }
  return short;
}

function sources(): string[] {
  const own = ROOMS.flatMap(room =>
    readdirSync(join(ROOT, 'src', room), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .map(file => join('src', room, file)),
  );
  const lit = Object.entries(LIT).map(([file, library]) => join('node_modules', library, file));
  return [...own.sort(), ...lit];
}

/**
 * What has which names. All elements count as one, with what Lit makes them of; so do all parts of its templates, and a
 * class with what it extends.
 */
function read(file: string, source: string, bases: ReadonlyMap<string, string>, add: Add): void {
  const isLit = file.endsWith('.js');
  const ofLit = basename(file) === 'lit-html.js' ? 'template' : 'element';
  const own = ({ start }: Named): string => `${file}:${start}`;
  const members = (thing: string, list: readonly unknown[]): void => {
    for (const member of list) add(thing, (member as Named).key);
  };
  const ofClass = (node: Named & { superClass: unknown }): string =>
    node.superClass ? 'element' : own(node);
  const { program } = parseSync(file, source);
  new Visitor({
    ClassDeclaration: node => members(isLit ? ofClass(node) : rootOf(node.id!.name, bases), node.body.body),
    MemberExpression({ property, computed }) {
      // What Lit's classes have is declared nowhere.
      if (isLit && !computed) add(ofLit, property as Named);
    },
    TSInterfaceDeclaration: node => members(own(node), node.body.body),
    TSTypeLiteral: node => members(own(node), node.members),
    ObjectExpression: node => members(isLit ? ofLit : own(node), node.properties),
    ObjectPattern: node => members(own(node), node.properties),
    ExportNamedDeclaration({ declaration, specifiers }) {
      for (const { exported } of specifiers) add(file, exported as Named);
      if (declaration?.type === 'VariableDeclaration')
        for (const { id } of declaration.declarations) add(file, id as Named);
      else if (declaration && 'id' in declaration) add(file, declaration.id as Named | null);
    },
  }).visit(program);
}

/** What a class goes back to: one of ours that extends none, or an element. */
function rootOf(name: string, bases: ReadonlyMap<string, string>): string {
  let root = name;
  for (let base = bases.get(root); base; base = bases.get(root)) root = base;
  return /Element$/.test(root) ? 'element' : root;
}
