import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');

test('an installation with an npm that runs every script of a dependency waits for no browser', () => {
  // As npm runs it, from the folder of the dependency; it fetches a Chrome unless it is told not to.
  const ask = `import('puppeteer/internal/getConfiguration.js')
    .then(({ getConfiguration }) => console.log(getConfiguration().skipDownload))`;
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: undefined };
  const cwd = join(ROOT, 'node_modules/puppeteer');
  const told = execFileSync(process.execPath, ['--eval', ask], { cwd, env, encoding: 'utf8' });
  assert.equal(told.trim(), 'true');
});
