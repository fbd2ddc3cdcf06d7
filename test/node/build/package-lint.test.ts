import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ROOT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'agent-chat-packed-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let tarball: Uint8Array<ArrayBuffer>;
before(() => {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const options = { cwd: ROOT, encoding: 'utf8' as const, shell: process.platform === 'win32' };
  tarball = new Uint8Array(readFileSync(join(folder, execFileSync('npm', args, options).trim())));
});

test('publint finds nothing in the packed package', async () => {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  assert.deepEqual(
    messages.map(message => formatMessage(message, pkg, { color: false })),
    [],
  );
});

/** The package has ES modules only, and its entries are those of `exports`. */
const ESM_ONLY: ReadonlySet<unknown> = new Set(['node16-esm', 'bundler', undefined]);

test('are-the-types-wrong finds nothing where ES modules are resolved', async () => {
  const checked = await checkPackage(createPackageFromTarballData(tarball), {
    // A pattern cannot be checked itself: one file stands for all.
    excludeEntrypoints: ['./locales/*'],
    includeEntrypoints: ['./locales/de'],
  });
  assert.ok(checked.types && Object.hasOwn(checked.entrypoints, './locales/de'));
  const problems = checked.problems.filter(problem =>
    ESM_ONLY.has('resolutionKind' in problem ? problem.resolutionKind : undefined),
  );
  assert.deepEqual(problems, []);
});
