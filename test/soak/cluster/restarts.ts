import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../../node/deploy/cluster.ts';
import { emptyTally, rawErrors, type Tally, Visitor } from '../../node/deploy/visitors.ts';
import type { Report } from './report.ts';
import { PACE_MS, speak, WHOLE } from './speech.ts';

const VISITORS = 1000;
/** Milliseconds before the first restart, in which all of them arrive, and at most between two questions of one. */
const BEFORE_MS = 5000;
const ARRIVAL_MS = 50_000;
const THINKING_MS = 90_000;
/** nginx's own `fail_timeout`. */
const FAIL_TIMEOUT_MS = 10_000;

/** One instance after another is restarted while a thousand visitors chat. */
export async function rollingRestarts(cluster: Cluster, report: Report): Promise<void> {
  speak(cluster);
  const promise = 'a rolling restart behind the documented nginx is not noticed';
  await restartAll(cluster, report, promise, 0);
  // Held back until a reply of it has succeeded, see deploy/nginx.conf.
  const wait = FAIL_TIMEOUT_MS + WHOLE.split(' ').length * PACE_MS;
  for (const parameters of ['max_fails=1', 'max_fails=3']) {
    cluster.nginx.configure(`${parameters} fail_timeout=10s`);
    const named = `the same with ${parameters} fail_timeout=10s, ${wait / 1000} s between two instances`;
    await restartAll(cluster, report, named, wait);
  }
  cluster.nginx.configure('');
}

async function restartAll(cluster: Cluster, report: Report, promise: string, wait: number): Promise<void> {
  const tally = emptyTally();
  const over = new AbortController();
  const visits = Array.from({ length: VISITORS }, (_, number) => visit(cluster, number, tally, over.signal));
  await pause(BEFORE_MS);
  const codes: (number | null)[] = [];
  for (const instance of [...cluster.services, ...cluster.proxies]) {
    codes.push(await instance.restart());
    await pause(wait);
  }
  over.abort();
  await Promise.all(visits);
  const { done, failed, refusals, unanswered, resumed } = tally;
  const raw = [...[...refusals].map(([status, count]) => `${count} × ${status}`), `${unanswered} × none`];
  report.add(
    promise,
    `${done + failed.length} chats of ${VISITORS} visitors, ${failed.length} errors seen; ` +
      `requests that failed: ${rawErrors(tally)} (${raw.join(', ')}, ${resumed} resumed); exit codes ${codes.join(' ')}`,
    `at least ${VISITORS} chats, 0 errors seen, exit codes 0`,
    done >= VISITORS && failed.length === 0 && codes.every(code => code === 0),
  );
  for (const reason of new Set(failed)) console.log(`  ${reason}`);
}

async function visit(cluster: Cluster, number: number, tally: Tally, over: AbortSignal): Promise<void> {
  const visitor = new Visitor(cluster, number, tally);
  const think = (ms: number): Promise<void> =>
    pause(Math.random() * ms, undefined, { signal: over }).catch(() => {});
  await think(ARRIVAL_MS);
  do {
    await visitor.ask('When do shops open?', WHOLE);
    await think(THINKING_MS);
  } while (!over.aborted);
  visitor.leave();
}
