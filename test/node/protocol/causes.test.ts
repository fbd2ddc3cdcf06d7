import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonBody } from '../../../src/protocol/json-body.ts';
import { parseSettingsPatch } from '../../../src/protocol/settings-patch.ts';
import { parseSite } from '../../../src/protocol/source-input.ts';
import { parseTaughtAnswer } from '../../../src/protocol/taught-answer-input.ts';

/** The sentence with which a value is refused. */
function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  assert.fail('nothing was refused');
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a body that cannot be read is refused with what is wrong with it', () => {
  for (const [body, message] of [
    [bytes(''), 'body: is empty'],
    [bytes('{"message": "Hi"'), 'body: is not valid JSON'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'body: is not in UTF-8'],
    [bytes('\uFEFF{}'), 'body: must not begin with a byte order mark'],
    [bytes('['.repeat(65) + ']'.repeat(65)), 'body: is nested more than 64 levels deep'],
    [bytes('{"a":1,"b":2,"c":3}'), 'body: has more than 2 fields'],
  ] as const)
    assert.equal(
      refusalOf(() => parseJsonBody(body, 2)),
      message,
    );
});

test('an entry of allowedDomains is refused with the part of it that is wrong', () => {
  const entry = (value: unknown): string =>
    refusalOf(() => parseSettingsPatch({ allowedDomains: ['shop.example', value] })).replace(
      'allowedDomains: entry 2 ',
      '',
    );
  assert.equal(entry('ftp://shop.example'), 'must be an http or https address, not ftp');
  assert.equal(entry('https://shop.example/cart'), 'has a path or query: leave out what follows the host');
  assert.equal(entry('shop.example?a=b'), 'has a path or query: leave out what follows the host');
  assert.equal(entry('https://admin@shop.example'), 'has a user name: leave out what precedes the host');
  assert.equal(entry('shop.*.example'), 'can have a * only at its beginning, as in *.shop.example');
  assert.equal(entry('shop.example:99999'), 'has a port that does not exist');
  const other = /^must be a domain such as shop\.example/;
  for (const value of ['shop..example', 'a b.example', 'shop.example,other.example'])
    assert.match(entry(value), other, value);
  assert.equal(entry(7), 'must be a string');
});

test('the address of a website is refused with the part of it that is wrong', () => {
  const address = (value: string): string => refusalOf(() => parseSite({ address: value }));
  assert.equal(address('ftp://shop.example'), 'address: must be an http or https address, not ftp');
  assert.equal(address('file:///etc/passwd'), 'address: must be an http or https address, not file');
  assert.equal(address('https://me:secret@shop.example/'), 'address: must have no user name or password');
  assert.equal(
    address('https://shop example/'),
    'address: must be a valid address, such as https://shop.example',
  );
});

test('the link of a taught answer is refused with its scheme', () => {
  const link = (url: string): string =>
    refusalOf(() => parseTaughtAnswer({ question: 'Where?', answer: 'Here.', url }));
  assert.equal(link('javascript:alert(1)'), 'url: must be an http or https address, not javascript');
  assert.equal(link('shop.example'), 'url: must be an http or https address, or a path that begins with /');
});
