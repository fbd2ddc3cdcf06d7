import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, Instance } from '../../node/deploy/cluster.ts';
import { emptyTally, rawErrors, Visitor } from '../../node/deploy/visitors.ts';
import { until } from '../../node/until.ts';
import { scriptReply, WHOLE } from './model-script.ts';
import type { Report } from './report.ts';

const VISITORS = 1000;
/**
 * Milliseconds before the first restart; in which all of them arrive, apart from pauses between restarts; and at most
 * between two questions of one visitor.
 */
const BEFORE_MS = 5000;
const ARRIVAL_MS = 50_000;
const THINKING_MS = 90_000;
/** About how long nginx holds an instance back: its own `fail_timeout`, and a reply. */
const HELD_BACK_MS = 14_000;

/** One instance after another is restarted while a thousand visitors chat. */
export async function rollingRestart(cluster: Cluster, report: Report): Promise<void> {
  await restartAll(cluster, report, 'a rolling restart behind the documented nginx is not noticed', false);
}

/** The same if the operator gives `max_fails` to nginx, and waits as the documentation says. */
export async function restartsWithMaxFails(cluster: Cluster, report: Report): Promise<void> {
  for (const parameters of ['max_fails=1', 'max_fails=3']) {
    cluster.nginx.configure(`${parameters} fail_timeout=10s`);
    const promise = `the same with ${parameters} fail_timeout=10s, the next one after a reply of the last one`;
    await restartAll(cluster, report, promise, true);
  }
  cluster.nginx.configure('');
}

async function restartAll(
  cluster: Cluster,
  report: Report,
  promise: string,
  waitsForReply: boolean,
): Promise<void> {
  scriptReply(cluster);
  const tally = emptyTally();
  const over = new AbortController();
  const instances = [...cluster.services, ...cluster.proxies];
  const arrival = ARRIVAL_MS + (waitsForReply ? instances.length * HELD_BACK_MS : 0);
  const visits = Array.from({ length: VISITORS }, (_, number) =>
    visit(new Visitor(cluster, number, tally), arrival, over.signal),
  );
  await pause(BEFORE_MS);
  const codes: (number | null)[] = [];
  for (const instance of instances) {
    codes.push(await instance.restart());
    // nginx holds it back until a reply of it has succeeded, see deploy/nginx.conf.
    if (waitsForReply) await until(() => hasReplied(instance), 'it has replied');
  }
  over.abort();
  await Promise.all(visits);
  const { done, failed, refusals, unanswered, resumed } = tally;
  const raw = [...[...refusals].map(([status, count]) => `${count} × ${status}`), `${unanswered} unanswered`];
  report.add(
    promise,
    `${done + failed.length} chats of ${VISITORS} visitors, ${failed.length} errors seen; ` +
      `${rawErrors(tally)} requests failed (${raw.join(', ')}, ${resumed} resumed); exit codes ${codes.join(' ')}`,
    `at least ${VISITORS} chats, 0 errors seen, exit codes 0`,
    done >= VISITORS && failed.length === 0 && codes.every(code => code === 0),
  );
  for (const [reason, all] of Map.groupBy(failed, text => text)) console.log(`  ${all.length} × ${reason}`);
}

/** Whether an instance has finished a reply since its start. */
async function hasReplied({ url }: Instance): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return /_replies_total\{outcome="done"\} [1-9]/.test(metrics);
}

async function visit(visitor: Visitor, arrival: number, over: AbortSignal): Promise<void> {
  const think = (ms: number): Promise<void> =>
    pause(Math.random() * ms, undefined, { signal: over }).catch(() => {});
  await think(arrival);
  do {
    await visitor.ask('When do shops open?', WHOLE);
    await think(THINKING_MS);
  } while (!over.aborted);
  visitor.leave();
}
