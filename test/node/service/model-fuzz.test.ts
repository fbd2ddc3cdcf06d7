import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

test('a model’s text is shown exactly, and charged when complete, however its endpoint sends it', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../soak/model-fuzz.ts')],
    { env: { ...process.env, FUZZ_CASES: '100', FUZZ_SEED: '7' }, encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /^100 answers .* 0 faults$/m);
});
