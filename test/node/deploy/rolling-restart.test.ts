import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutNginx, withoutPostgres, withoutRedis } from '../../../scripts/servers.ts';
import { until } from '../until.ts';
import { startCluster } from './cluster.ts';
import { closeConnections, emptyTally, Visitor } from './visitors.ts';

const VISITORS = 24;
const WORDS = ['Shops ', 'open ', 'at ', 'nine.'];
/** Milliseconds between two words of the model. */
const PACE_MS = 300;

test('no visitor notices that one machine after another restarts behind the documented nginx', {
  skip: withoutPostgres() || withoutRedis() || withoutNginx(),
}, async t => {
  const cluster = await startCluster(t, { env: { DRAIN_SECONDS: '1' } });
  t.after(closeConnections);
  const { model, proxies, services, query } = cluster;
  model.script({ text: WORDS, before: () => pause(PACE_MS) });
  // One key asks for all of them.
  await query('update plans set requests_per_minute = 1000000');
  const tally = emptyTally();
  let isOver = false;
  const visits = Array.from({ length: VISITORS }, async (_, number) => {
    const visitor = new Visitor(cluster, number, tally);
    while (!isOver) await visitor.ask('When do shops open?', WORDS.join(''));
    visitor.leave();
  });
  await until(() => tally.done >= VISITORS, 'visitors chat');
  for (const [i, proxy] of proxies.entries()) {
    const before = tally.done;
    assert.deepEqual(await Promise.all([services[i]!.restart(), proxy.restart()]), [0, 0]);
    await until(() => tally.done > before, 'visitors go on chatting');
  }
  isOver = true;
  await Promise.all(visits);
  assert.deepEqual(tally.failed, []);
  const paid = await query("select count(*)::integer as count from charges where state = 'settled'");
  assert.equal(paid[0]!.count, tally.done, 'each question is answered and paid for once');
});
