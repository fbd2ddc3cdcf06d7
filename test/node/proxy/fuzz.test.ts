import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

test('hundreds of damaged requests cause neither a crash nor a 5xx, and none is passed on', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../soak/proxy-fuzz.ts')],
    { env: { ...process.env, FUZZ_CASES: '600', FUZZ_SEED: '7' }, encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /600 requests .* 0 faults/);
});
