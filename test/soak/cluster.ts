/**
 * `npm run soak:cluster`: PostgreSQL, Redis, nginx with the documented configuration, two proxies and two services are
 * restarted, killed, cut off and flooded, in under 15 minutes. Ends with a table of promises, and with 1 if one is broken.
 * Arguments name single parts: `npm run soak:cluster -- flood rush`.
 */
import { loadavg } from 'node:os';
import { withoutNginx, withoutPostgres, withoutRedis } from '../../scripts/servers.ts';
import { type Cluster, type Instance, scriptCleanup, startCluster } from '../node/deploy/cluster.ts';
import { closeConnections } from '../node/deploy/visitors.ts';
import { exactLimits, flood, rush } from './cluster/crowds.ts';
import { oneAgent } from './cluster/one-agent.ts';
import { databaseAway, killedProxy, killedService, restartedRedis } from './cluster/outages.ts';
import { Report, seconds } from './cluster/report.ts';
import { restartsWithMaxFails, rollingRestart } from './cluster/restarts.ts';

const PARTS: Record<string, (cluster: Cluster, report: Report) => Promise<void>> = {
  restarts: rollingRestart,
  'max-fails': restartsWithMaxFails,
  'killed-proxy': killedProxy,
  'killed-service': killedService,
  redis: restartedRedis,
  database: databaseAway,
  flood,
  rush,
  'one-agent': (_, report) => oneAgent(report),
  limits: exactLimits,
};

/** Lines of each instance's log that are printed if a promise is broken. */
const LOG_LINES = 20;

for (const missing of [withoutPostgres(), withoutRedis(), withoutNginx()])
  if (missing) throw new Error(missing);
const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!PARTS[name]) throw new Error(`No part called ${name}. There are: ${Object.keys(PARTS).join(', ')}`);
}
const started = performance.now();
console.log(`Load before: ${loadavg()[0]!.toFixed(1)}.`);
const cleanup = scriptCleanup();
const report = new Report();
try {
  const cluster = await startCluster(cleanup);
  // One key asks for a thousand visitors.
  await cluster.query('update plans set requests_per_minute = 1000000, requests_per_agent_day = 1000000');
  for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
    const begun = performance.now();
    const broken = report.broken;
    const printed = instancesOf(cluster).map(({ output }) => output.length);
    await PARTS[name]!(cluster, report);
    if (report.broken > broken) printLogs(cluster, printed);
    console.log(`       ${name} took ${seconds(performance.now() - begun)}.`);
  }
} finally {
  await closeConnections();
  await cleanup.run();
}
report.print();
console.log(`\n${seconds(performance.now() - started)} in all; ${report.broken} promises broken.`);
process.exitCode = report.broken > 0 ? 1 : 0;

function instancesOf({ services, proxies }: Cluster): Instance[] {
  return [...services, ...proxies];
}

/** What the instances have logged since. */
function printLogs(cluster: Cluster, since: readonly number[]): void {
  for (const [i, { kind, port, output }] of instancesOf(cluster).entries()) {
    const lines = output.slice(since[i]).trim().split('\n');
    console.log(`  ${kind} ${port}, ${lines.length} lines:`);
    for (const line of lines.slice(-LOG_LINES)) console.log(`    ${line.slice(0, 300)}`);
  }
}
