import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packedTarball } from './packed.ts';

const ROOT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'agent-chat-packed-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The packages that are published, and the tree itself, which can be installed too. */
const PACKED: Record<string, () => string> = {
  'agent-chat': () => packedTarball('agent-chat'),
  'agent-chat-server': () => packedTarball('agent-chat-server'),
  'the tree': () => {
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    const options = { cwd: ROOT, encoding: 'utf8' as const, shell: process.platform === 'win32' };
    return join(folder, execFileSync('npm', args, options).trim());
  },
};

/** The package has ES modules only, and its entries are those of `exports`. */
const ESM_ONLY: ReadonlySet<unknown> = new Set(['node16-esm', 'bundler', undefined]);

for (const [name, pack] of Object.entries(PACKED)) {
  describe(name, () => {
    let tarball: Uint8Array<ArrayBuffer>;
    before(() => {
      tarball = new Uint8Array(readFileSync(pack()));
    });

    test('publint finds nothing', async () => {
      const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
      assert.deepEqual(
        messages.map(message => formatMessage(message, pkg, { color: false })),
        [],
      );
    });

    test('are-the-types-wrong finds nothing where ES modules are resolved', async () => {
      const packed = createPackageFromTarballData(tarball);
      const { exports } = JSON.parse(packed.readFile(`/node_modules/${packed.packageName}/package.json`)) as {
        exports: object;
      };
      const hasLocales = './locales/*' in exports;
      const checked = await checkPackage(packed, {
        // A pattern cannot be checked itself: one file stands for all.
        excludeEntrypoints: ['./locales/*'],
        ...(hasLocales && { includeEntrypoints: ['./locales/de'] }),
      });
      assert.ok(checked.types);
      if (hasLocales) assert.ok(Object.hasOwn(checked.entrypoints, './locales/de'));
      const problems = checked.problems.filter(problem =>
        ESM_ONLY.has('resolutionKind' in problem ? problem.resolutionKind : undefined),
      );
      assert.deepEqual(problems, []);
    });
  });
}
