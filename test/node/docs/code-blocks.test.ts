import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { parseDocument } from 'htmlparser2';
import { readCall } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/main.ts';
import { VARIABLES } from '../../../src/cli/variables.ts';
import { packedFolder } from '../build/packed.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Block {
  page: string;
  language: string;
  code: string;
}

const blocksOf = (page: string): Block[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, , language, code]) => ({ page, language: language!, code: code! }),
  );
const blocks = globSync(['README.md', 'docs/*.md'], { cwd: ROOT }).flatMap(blocksOf);
const of = (...languages: string[]): Block[] => blocks.filter(({ language }) => languages.includes(language));

/** No implicit `any` apart: JavaScript is what most readers paste, and it names no types. */
const COMPILER = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  strictNullChecks: false,
  noImplicitAny: false,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

test('JavaScript and TypeScript in the documents pass the type check', t => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-blocks-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@hono'), { recursive: true });
  mkdirSync(join(modules, '@types'));
  for (const name of ['agent-chat', 'agent-chat-server'] as const)
    symlinkSync(packedFolder(name), join(modules, name));
  for (const name of ['fastify', 'hono', '@hono/node-server', '@opentelemetry', '@types/node']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  cpSync(join(import.meta.dirname, 'reader'), folder, { recursive: true });
  const copied = of('js', 'ts');
  for (const [i, { page, code }] of copied.entries()) {
    // A module, even where nothing is imported.
    writeFileSync(join(folder, `${basename(page, '.md')}-${i}.ts`), `${code}\nexport {};\n`);
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER }));
  let faults = '';
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  } catch (error) {
    faults = String((error as { stdout?: string }).stdout ?? error);
  }
  assert.equal(faults, '');
  assert.ok(copied.length > 15, 'the blocks are found');
});

test('JSON and scripts in HTML in the documents can be parsed', () => {
  for (const { code } of of('json')) JSON.parse(code);
  for (const { code, page } of of('html')) {
    for (const [, script] of code.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)) {
      assert.doesNotThrow(() => new Script(`async () => {${script}}`), page);
    }
  }
});

test('markup in the documents uses only attributes of the elements, also as data of the script tag', () => {
  const { tags } = JSON.parse(readFileSync(join(ROOT, 'dist/html-custom-data.json'), 'utf8')) as {
    tags: { name: string; attributes: { name: string }[] }[];
  };
  const own = (tag: string): string[] =>
    tags.find(({ name }) => name === tag)!.attributes.map(({ name }) => name);
  let seen = 0;
  const walk = (
    page: string,
    node: { name?: string; attribs?: Record<string, string>; children?: object[] },
  ): void => {
    const { name = '', attribs = {} } = node;
    if (name.startsWith('agent-chat')) {
      seen++;
      const odd = Object.keys(attribs).filter(
        key => !own(name).includes(key) && !/^(?:id|slot|data-)/.test(key),
      );
      assert.deepEqual(odd, [], page);
    }
    if (name === 'script' && attribs['data-agent-id'] !== undefined) {
      seen++;
      const data = Object.keys(attribs).filter(key => key.startsWith('data-'));
      assert.deepEqual(
        data.filter(key => !own('agent-chat').includes(key.slice('data-'.length))),
        [],
        page,
      );
    }
    for (const child of node.children ?? []) walk(page, child);
  };
  for (const { page, code } of of('html')) walk(page, parseDocument(code));
  assert.ok(seen > 5, 'the elements are found');
});

test('CSS in the documents uses existing parts and custom properties', () => {
  const text = of('css')
    .map(({ code }) => code)
    .join('\n');
  const manifest = readFileSync(join(ROOT, 'dist/css-custom-data.json'), 'utf8');
  const named = [...text.matchAll(/--agent-chat-[\w-]+|::part\([\w-]+\)/g)].map(([name]) => name);
  assert.ok(named.length > 3, 'the names are found');
  for (const name of named) assert.ok(manifest.includes(`"${name}"`), name);
});

test('command lines in the documents use existing commands, flags and variables', () => {
  let seen = 0;
  for (const { page, code } of of('sh')) {
    for (const line of code.replaceAll('\\\n', ' ').split('\n')) {
      const [, set = '', name, rest = ''] =
        /^\s*((?:\w+=\S+\s+)*)(?:npx )?(?:agent-chat (\w+)|npm start)(.*)$/.exec(line) ?? [];
      const command = COMMANDS.find(one => one.name === (name ?? 'start'));
      if (!/agent-chat \w|npm start/.test(line) || /docker|systemctl|install/.test(line)) continue;
      seen++;
      assert.ok(command, `${page}: ${line}`);
      const words = [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
      assert.doesNotThrow(() => readCall(command, words, {}), `${page}: ${line}`);
      for (const [, variable] of set.matchAll(/(\w+)=/g)) {
        assert.ok(variable! in VARIABLES, `${page}: ${variable}`);
        assert.ok((command.variables as readonly string[]).includes(variable!), `${page}: ${variable}`);
      }
    }
  }
  assert.ok(seen > 15, `${seen} found`);
});

test('sources are run by the project’s own Node.js, because the machine’s may not support them', () => {
  const lines = blocksOf('CONTRIBUTING.md').flatMap(({ code }) => code.split('\n'));
  const run = lines.filter(line => /\bnode .*\.ts\b/.test(line));
  assert.deepEqual(
    run.filter(line => !line.startsWith('npx node ')),
    [],
  );
  assert.ok(run.length > 0);
});
