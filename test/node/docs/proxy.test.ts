import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../../../src/proxy/options.ts';

const ROOT = join(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/proxy.md'), 'utf8');
const table = (heading: string): string[][] =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|').map(cell => cell.trim().replaceAll('`', '')));

test('whoever puts the proxy into a server reads of every option, with its variable, and of no other', () => {
  const source = readFileSync(join(ROOT, 'src/proxy/options.ts'), 'utf8');
  const [, options] = /^export interface ProxyOptions \{\n([\s\S]+?)^\}/m.exec(source)!;
  const names = [...options!.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name);
  assert.deepEqual(
    table('Configure the proxy')
      .map(([, name]) => name)
      .sort(),
    names.sort(),
  );
});

test('whoever sets a bound of the proxy reads its name and its default', () => {
  const told = table('Bounds').map(([, name, value]) => [name, Number(value!.replaceAll(',', ''))]);
  assert.deepEqual(told, Object.entries(DEFAULT_LIMITS));
});

test('whoever calls the proxy by hand reads of every route, and of no other', () => {
  const routes = globSync('src/proxy/**/*-routes.ts', { cwd: ROOT }).flatMap(file => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const constants = new Map(
      [...source.matchAll(/^const ([A-Z]+) = '(\/[^']+)';$/gm)].map(([, name, path]) => [name!, path!]),
    );
    return [...source.matchAll(/\bapp\.(get|post|delete)\(([^,]+),/g)].map(([, method, path]) => {
      const written = path!.replace(/\$\{([A-Z]+)\}|^[A-Z]+$/g, (all, name) => constants.get(name ?? all)!);
      const parameters = written.replace(/^['`]|['`]$/g, '').replace(':key', '{idempotencyKey}');
      return `${method!.toUpperCase()} ${parameters.replaceAll(/:(\w+)/g, '{$1}')}`;
    });
  });
  assert.ok(routes.length > 10);
  const told = table('What the proxy answers').flatMap(([, route]) => {
    const [method, ...paths] = route!.split(/,? /);
    return paths.map(path => `${method} ${path}`);
  });
  assert.deepEqual(told.sort(), routes.sort());
});
