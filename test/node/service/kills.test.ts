import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killAtRandomMoments } from './kills.ts';

test('a service killed at any moment has lost nothing it acknowledged and stored nothing by halves', async () => {
  const report = await killAtRandomMoments(4);
  assert.equal(report.kills, 4);
  assert.ok(report.acknowledgedReplies > 0, 'it was at work when it was killed');
});
