import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');

test('a property that any element reads has the same name in the bundle', async () => {
  let elements = 0;
  const readProperty: Plugin = {
    name: 'read-property',
    transform(code, id) {
      if (!/\/src\/elements\/.*\.ts$/.test(id)) return;
      elements++;
      return `${code};globalThis.read?.(text => JSON.parse(text).history.title);`;
    },
  };
  const config: InlineConfig = {
    root: ROOT,
    logLevel: 'warn',
    plugins: [readProperty],
    build: { write: false },
  };
  const outputs = (await build(config)) as Rolldown.RolldownOutput[];
  const code = outputs.flatMap(({ output }) => output.map(file => (file.type === 'chunk' ? file.code : '')));
  assert.ok(elements > 50);
  assert.equal(code.join('').match(/JSON\.parse\(\w+\)\.history\.title\b/g)?.length, elements);
});
