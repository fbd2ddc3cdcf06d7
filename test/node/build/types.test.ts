import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { packedFolder } from './packed.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** As strict as a project gets, with the declarations of its packages checked too. */
const COMPILER = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  types: [],
  jsx: 'react-jsx',
  jsxImportSource: 'drawn',
};

for (const [module, moduleResolution] of [
  ['ESNext', 'bundler'],
  ['NodeNext', 'NodeNext'],
]) {
  test(`a strict app finds elements, events, JSX and modules typed, and its own mistakes reported (${moduleResolution})`, t => {
    const app = mkdtempSync(join(tmpdir(), 'agent-chat-typed-'));
    t.after(() => rmSync(app, { recursive: true, force: true }));
    cpSync(join(import.meta.dirname, 'typed-app'), app, { recursive: true });
    mkdirSync(join(app, 'node_modules'));
    for (const name of ['agent-chat', 'agent-chat-server'] as const)
      symlinkSync(packedFolder(name), join(app, 'node_modules', name));
    symlinkSync(join(app, 'drawn'), join(app, 'node_modules/drawn'));
    writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(
      join(app, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...COMPILER, module, moduleResolution }, include: ['src'] }),
    );
    let faults = '';
    try {
      execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', app], { encoding: 'utf8' });
    } catch (error) {
      faults = String((error as { stdout?: string }).stdout ?? error);
    }
    assert.equal(faults, '');
  });
}
