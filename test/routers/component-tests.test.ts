/** What the documents say of a site's own component tests, done in Vitest. Part of `npm run test:demos`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { installPackages } from './install-packages.ts';

const HERE = import.meta.dirname;
const SITE = join(HERE, 'component');
const SETUP = join(SITE, 'setup.js');

before(() => {
  installPackages(SITE);
  const page = readFileSync(join(HERE, '../../docs/frameworks.md'), 'utf8');
  const [, code] = /## Component tests[\s\S]*?```js\n([\s\S]*?)```/.exec(page)!;
  writeFileSync(SETUP, code!);
});

after(() => rmSync(SETUP, { force: true }));

function vitest(file: string, ...options: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(HERE, 'node_modules/vitest/vitest.mjs'), 'run', file, '--root', SITE, ...options],
    { cwd: SITE, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return { status, said: stdout + stderr };
}

for (const environment of ['jsdom', 'happy-dom']) {
  test(`the chat renders and answers in a component test in ${environment}, after the documented set-up`, () => {
    const { status, said } = vitest('drawn', '--environment', environment, '--config', 'set-up.config.js');
    assert.equal(status, 0, said);
  });

  test(`a component test in ${environment} can leave the chat out`, () => {
    const { status, said } = vitest('left-out', '--environment', environment);
    assert.equal(status, 0, said);
  });
}
