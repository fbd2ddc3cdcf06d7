import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { snippetFor } from '../../../src/elements/admin/install/snippets.ts';
import { packedFolder } from '../build/packed.ts';

const ROOT = join(import.meta.dirname, '../../..');

const STRICT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    jsx: 'react-jsx',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: [],
  },
  files: ['chat.tsx'],
};

test('the React snippet passes strict TypeScript', t => {
  const target = { endpoint: 'https://chat.example/', agentId: 'a"b', pin: undefined };
  assert.equal(complaints(t, snippetFor('react', target)), '');
});

test('calling the chat before its script has loaded passes strict TypeScript', t => {
  const page = `import 'agent-chat';
window.agentChat?.('sendMessage', 'Hello');
// @ts-expect-error there is no such call
window.agentChat?.('sendMesage', 'Hello');
`;
  assert.equal(complaints(t, page), '');
});

function complaints(t: TestContext, source: string): string {
  const app = mkdtempSync(join(tmpdir(), 'agent-chat-'));
  t.after(() => rmSync(app, { recursive: true, force: true }));
  mkdirSync(join(app, 'node_modules/@types'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/@types/react'), join(app, 'node_modules/@types/react'));
  symlinkSync(packedFolder('agent-chat'), join(app, 'node_modules/agent-chat'));
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(STRICT));
  writeFileSync(join(app, 'chat.tsx'), source);
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', app], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('the Google Tag Manager snippet defines no global', () => {
  const lines = snippetFor('gtm', { endpoint: 'https://chat.shop.example/', agentId: 'a', pin: undefined });
  const script: { src?: string; dataset: Record<string, string> } = { dataset: {} };
  const body = { appendChild: (added: unknown) => assert.equal(added, script) };
  const page = createContext({ tag: 'of the page', document: { createElement: () => script, body } });
  runInContext(/<script>(.*)<\/script>/s.exec(lines)![1]!, page);
  assert.equal(script.src, 'https://chat.shop.example/agent-chat.js');
  assert.deepEqual([page.tag, Object.keys(page).length], ['of the page', 2]);
});
