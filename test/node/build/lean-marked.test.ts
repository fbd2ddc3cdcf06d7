import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Lexer } from 'marked';
import { keepLexer } from '../../../scripts/lean-marked.ts';

const file = new URL(import.meta.resolve('marked'));
const lean: { Lexer: typeof Lexer } = await import(
  `data:text/javascript,${encodeURIComponent(keepLexer(readFileSync(file, 'utf8')))}`
);
const spec = readFileSync(new URL('spec.txt', import.meta.resolve('commonmark-spec')), 'utf8');

test('the lexer in the bundle reads every example of the specification as the whole library does', () => {
  const examples = [...spec.matchAll(/^`{32} example\n([\s\S]*?)^\.\n/gm)].map(([, markdown]) => markdown!);
  assert.equal(examples.length, 652);
  for (const markdown of [...examples, spec]) {
    assert.deepEqual(new lean.Lexer().lex(markdown), new Lexer().lex(markdown));
  }
});

test('a marked whose file is not as expected stops the build', () => {
  assert.throws(() => keepLexer('export class Lexer {}'), /adapt scripts\/lean-marked/);
});
