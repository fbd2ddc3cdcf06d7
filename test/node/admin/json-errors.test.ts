import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonErrorPosition } from '../../../src/elements/admin/json/json-errors.ts';

/** A text, and the piece at which it stops being JSON. */
const BROKEN: readonly (readonly [why: string, text: string, stop: string])[] = [
  ['a comma is missing', '{\n  "name": "Ada"\n  "temp": 0.5\n}', '"temp"'],
  ['a comma too many', '{\n  "name": "Ada",\n}', '}'],
  ['a comma too many in a list', '{"suggestedQueries": ["a", ]}', ']'],
  ['a colon is missing', '{"name" "Ada"}', '"Ada"'],
  ['a name without quotes', '{\n  name: "Ada"}', 'name'],
  ['quotes as a word processor writes them', '{“name”: 1}', '“'],
  ['a text without an end', '{"a": 1,\n "name": "Ada}\n', '"Ada}'],
  ['a wrong escape', '{"a": "C:\\dir"}', '"C:'],
  ['a number as JavaScript has it', '{"temp": .5}', '.5'],
  ['a wrong bracket', '{"a": [1}', '}'],
  ['something behind it', '{"a": 1}\n{"b": 2}', '{"b"'],
  ['a word', 'nothing', 'nothing'],
];

for (const [why, text, stop] of BROKEN) {
  test(`finds the error: ${why}`, () => {
    assert.throws(() => JSON.parse(text));
    const { line, column } = jsonErrorPosition(text);
    const rest = text
      .split('\n')
      .slice(line - 1)
      .join('\n')
      .slice(column - 1);
    assert.equal(rest.slice(0, stop.length), stop);
  });
}

test('finds a premature end, with any kind of line break', () => {
  assert.deepEqual(jsonErrorPosition('{\r\n"a": [1,\r\n2'), { line: 3, column: 2 });
  assert.deepEqual(jsonErrorPosition(''), { line: 1, column: 1 });
});

test('finds no error in what JSON.parse accepts', () => {
  const settings = JSON.stringify(
    { name: 'Zoë "Z" \u007f\u2028😀', list: [1, -2.5e3, true, null, {}, []], temp: 0 },
    null,
    1,
  );
  for (let at = 0; at < settings.length; at++) {
    for (const sign of ['', '"', ',', '}', ']', '0', '\\', '\n', 'x', '\u007f']) {
      const text = settings.slice(0, at) + sign + settings.slice(at + 1);
      const { line, column } = jsonErrorPosition(text);
      const isWhole = text.split('\n').length === line && text.split('\n')[line - 1]!.length === column - 1;
      if (isJson(text)) assert.ok(isWhole, text);
    }
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
