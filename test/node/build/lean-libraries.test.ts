import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type * as EventParser from '@microsoft/fetch-event-source/lib/esm/parse.js';
import { parseSync, Visitor } from 'rolldown/utils';
import { lean } from '../../../scripts/lean-libraries.ts';
import { LineBuffer } from '../../../src/client/transport/line-buffer.ts';

const PARSER = import.meta.resolve('@microsoft/fetch-event-source/lib/esm/parse.js');
const source = readFileSync(fileURLToPath(PARSER), 'utf8');
const inline = <Module>(code: string): Promise<Module> =>
  import(`data:text/javascript,${encodeURIComponent(code)}`);
const [whole, bundled] = await Promise.all([
  inline<typeof EventParser>(source),
  inline<typeof EventParser>(lean('agent-chat', 'parse.js', source)),
]);

/** What a parser makes of the pieces: each event's data and id, and each comment. */
function read({ getLines, getMessages }: typeof EventParser, pieces: readonly Uint8Array[]): string[] {
  const heard: string[] = [];
  const none = (): void => {};
  const onLine = getMessages(none, none, ({ data, id }) => heard.push(`${id}|${data}`));
  const parse = getLines((line, nameEnd) => {
    if (nameEnd === 0) heard.push(new TextDecoder().decode(line));
    else onLine(line, nameEnd);
  });
  const lines = new LineBuffer();
  for (const piece of pieces) {
    const complete = lines.push(piece);
    if (complete.length > 0) parse(complete);
  }
  return heard;
}

/** The same numbers in every run. */
let seed = 1;
const below = (limit: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
};
const FIELDS = [
  'data: one',
  'data:two ✓',
  'data',
  'id: 7',
  'id:',
  'event: token',
  'retry: 10',
  ': beat',
  'x: y',
  '',
];
const ENDS = ['\n', '\r\n', '\r'];

function cut(bytes: Uint8Array, longest: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = 1 + below(longest);
    pieces.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  return pieces;
}

it('visitors are told the same by the event parser that is bundled and by the whole library', () => {
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 40 }, () => FIELDS[below(FIELDS.length)]! + ENDS[below(3)]!).join('');
    const bytes = new TextEncoder().encode(`data: first\n\n${text}\n\n`);
    const expected = read(whole, [bytes]);
    assert.ok(expected.length > 1);
    for (const longest of [1, 7, 60, bytes.length]) {
      assert.deepEqual(read(bundled, cut(bytes, longest)), expected, text);
    }
  }
});

const ROOT = join(import.meta.dirname, '../../..');

/** What Lit shows of itself: its scanner, which gives the markup and the names of the bound attributes, and its mark. */
interface Lit {
  _$LH: { L: (strings: readonly string[], type: number) => [markup: string, names: string[]]; P: string };
}

const SOURCES = globSync('src/elements/{agent-chat,conversation,markdown}/**/*.ts', { cwd: ROOT }).map(
  file => ({
    file,
    source: readFileSync(join(ROOT, file), 'utf8'),
  }),
);

/** The strings of each template that the widget is drawn with, and whether it is SVG. */
function templates(): { strings: readonly string[]; isSvg: boolean }[] {
  const found: { strings: readonly string[]; isSvg: boolean }[] = [];
  for (const { file, source } of SOURCES) {
    const { program } = parseSync(file, source);
    new Visitor({
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.type !== 'Identifier' || !/^(html|svg)$/.test(tag.name)) return;
        const texts = quasi.quasis.map(({ value }) => value.cooked!);
        found.push({ strings: Object.assign(texts, { raw: texts }), isSvg: tag.name === 'svg' });
      },
    }).visit(program);
  }
  return found;
}

it('visitors get the same elements from the scanner of templates that is bundled and from the whole library’s', async () => {
  Object.assign(globalThis, { document: { createTreeWalker: () => {} } });
  const lit = readFileSync(join(ROOT, 'node_modules/lit-html/lit-html.js'), 'utf8');
  const libraries = [await inline<Lit>(lit), await inline<Lit>(lean('agent-chat', 'lit-html.js', lit))];
  const all = templates();
  assert.ok(all.length > 40, `${all.length} templates`);
  for (const { strings, isSvg } of all) {
    const [expected, read] = libraries.map(({ _$LH: { L, P } }) => {
      const [markup, names] = L(strings, isSvg ? 2 : 1);
      return { markup: markup.replaceAll(P, 'MARK').replace(/\s+/g, ' '), names };
    });
    assert.deepEqual(read, expected);
  }
});

it('no element of the widget asks Lit for what is left out of the bundle', () => {
  const leftOut =
    /\b(?:noChange|hostUpdate|shouldUpdate|hasChanged|converter)\b|\brequestUpdate\([^)]|from 'lit\/|\btype: (?!Boolean)[A-Z]\w+,|`[^`]*<!--/;
  for (const { file, source } of SOURCES) {
    if (!/from 'lit'/.test(source)) continue;
    assert.equal(leftOut.exec(source)?.[0], undefined, file);
    const [, properties = ''] =
      /static override (?:readonly )?properties\b[^{]*\{(.*?)\n {2}\};/s.exec(source) ?? [];
    for (const [, name, options] of properties.matchAll(/^ {4}(\w+): \{(.*)\},$/gm)) {
      const isAccessor = new RegExp(`^ {2}(?:override )?[gs]et ${name}\\(`, 'm').test(source);
      assert.ok(!isAccessor || options!.includes('noAccessor'), `${file}: ${name}`);
    }
  }
});
