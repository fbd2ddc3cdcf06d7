import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { VARIABLES } from '../../../src/cli/variables.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

test('whoever runs several instances reads which secrets they must share', () => {
  const [, several] = /^## Several instances\n([^#]+)/m.exec(page)!;
  const ours = Object.keys(VARIABLES).filter(
    name => /(?:KEY|TOKEN|SECRET)$/.test(name) && !/OPENAI/.test(name),
  );
  for (const name of ours) assert.ok(several!.includes(`\`${name}\``), name);
});
