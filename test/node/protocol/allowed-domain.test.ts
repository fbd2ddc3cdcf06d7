import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesAllowedDomain, parseAllowedDomain } from '../../../src/protocol/allowed-domain.ts';

const lets = (entry: string, origin: string): boolean => {
  const domain = parseAllowedDomain(entry);
  assert.ok(domain, entry);
  return matchesAllowedDomain(domain, new URL(origin));
};

test('a bare domain allows https on the default port, and nothing that only looks like it', () => {
  for (const origin of ['https://shop.example', 'https://SHOP.example', 'https://shop.example:443']) {
    assert.equal(lets('shop.example', origin), true, origin);
  }
  for (const origin of [
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://sub.shop.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.',
  ]) {
    assert.equal(lets('shop.example', origin), false, origin);
  }
});

test('a wildcard allows every subdomain, never the bare name', () => {
  assert.equal(lets('*.shop.example', 'https://a.shop.example'), true);
  assert.equal(lets('*.shop.example', 'https://a.b.shop.example'), true);
  for (const origin of [
    'https://shop.example',
    'https://xshop.example',
    'http://a.shop.example',
    'https://.shop.example',
    'https://a..shop.example',
  ]) {
    assert.equal(lets('*.shop.example', origin), false, origin);
  }
});

test('a port, a whole origin and a Unicode name are recognised', () => {
  assert.equal(lets('shop.example:8443', 'https://shop.example:8443'), true);
  assert.equal(lets('http://localhost:3000', 'http://localhost:3000'), true);
  assert.equal(lets('http://localhost:3000', 'https://localhost:3000'), false);
  assert.equal(lets('bücher.example', 'https://xn--bcher-kva.example'), true);
});

test('what is not a domain is refused', () => {
  for (const entry of [
    '',
    '*',
    'a/b',
    'https://a.example/',
    'user@a.example',
    'ftp://a.example',
    'a.*.example',
    'a.example.',
    'a..example',
    'a.example,b.example',
    'a.example;b.example',
    '"a.example"',
    '.a.example',
    '*..example',
    'http://*..localhost:3000',
    'a b',
  ]) {
    assert.equal(parseAllowedDomain(entry), undefined, entry);
  }
});

test('localhost alone allows any port of it, with http or https, and with a port that one', () => {
  for (const origin of ['http://localhost', 'http://localhost:3000', 'https://localhost:8443']) {
    assert.equal(lets('localhost', origin), true, origin);
  }
  for (const origin of [
    'http://localhost.example:3000',
    'http://a.localhost:3000',
    'http://127.0.0.1:3000',
  ]) {
    assert.equal(lets('localhost', origin), false, origin);
  }
  assert.equal(lets('http://localhost:3000', 'http://localhost:3001'), false);
});
