import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { packedFolder } from './packed.ts';

const ROOT = join(import.meta.dirname, '../../..');
const APPS = join(import.meta.dirname, 'framework-types');

/** How the apps of each framework that has JSX set it. */
const JSX: Record<string, object> = {
  react: { jsx: 'react-jsx' },
  preact: { jsx: 'react-jsx', jsxImportSource: 'preact' },
  solid: { jsx: 'preserve', jsxImportSource: 'solid-js' },
};

for (const file of globSync('*', { cwd: APPS })) {
  const framework = basename(file).replace(/\.\w+$/, '');
  test(`an app with ${framework} has both tags typed, without a declaration of its own`, t => {
    // Below the project, where the frameworks are.
    mkdirSync(join(ROOT, 'test/.artifacts'), { recursive: true });
    const app = mkdtempSync(join(ROOT, `test/.artifacts/types-${framework}-`));
    t.after(() => rmSync(app, { recursive: true, force: true }));
    mkdirSync(join(app, 'node_modules'));
    symlinkSync(packedFolder('agent-chat'), join(app, 'node_modules/agent-chat'));
    cpSync(join(APPS, file), join(app, file));
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      ...JSX[framework],
    };
    writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [file] }));
    let faults = '';
    try {
      execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', app], { encoding: 'utf8' });
    } catch (error) {
      faults = String((error as { stdout?: string }).stdout ?? error);
    }
    assert.equal(faults, '');
  });
}
