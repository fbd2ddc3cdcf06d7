/**
 * The proxy beside nginx and a bare node pipe, in front of the same service: what each adds to the first token and
 * to every token, how much a core carries, and what a stream costs in memory. Run by `npm run bench:proxy`;
 * BENCH_STREAMS (200,1000) and BENCH_SECONDS (10) set the size.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { measureJson, measureStreams, type StreamResult } from './load.ts';
import { type Subject, startBareNode, startNginx, startOurs, startService } from './subjects.ts';

const SIZES = (process.env.BENCH_STREAMS ?? '200,1000').split(',').map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);

const service = await startService();
const starters = [
  () => startBareNode(service.url),
  () => startNginx(service.url),
  () => startOurs(service.url),
];
const { model } = cpus()[0] ?? { model: 'unknown' };
console.log(
  `${cpus().length} × ${model}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}, Linux; ` +
    'load, service and subject share the machine. ' +
    `Load average at the start ${loadavg()[0]?.toFixed(1)}: times are worth something near 0.\n`,
);
console.log(
  '| subject | streams | first token p50 / p99 (ms) | token p50 / p99 (ms) | tokens/s | CPU s per 100k tokens | KB a stream | KB a stream left after | lost or out of order |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
const json: string[] = [];
for (const start of starters) {
  const subject = await start();
  if (!subject) continue;
  for (const streams of SIZES)
    console.log(row(subject, streams, await measureStreams(subject, streams, SECONDS)));
  json.push(`| ${subject.name} | ${(await measureJson(subject, 3)).toFixed(0)} |`);
  await subject.stop();
}
console.log(`\n| subject | JSON replies a second (50 at once) |\n|---|---|\n${json.join('\n')}`);
await service.stop();

function row(subject: Subject, streams: number, result: StreamResult): string {
  const { first, each, tokens, seconds, cpuSeconds, bytesPerStream, bytesLeft, faults } = result;
  const cells = [
    subject.name,
    streams,
    `${first.p50.toFixed(1)} / ${first.p99.toFixed(1)}`,
    `${each.p50.toFixed(1)} / ${each.p99.toFixed(1)}`,
    Math.round(tokens / seconds),
    ((cpuSeconds / tokens) * 100_000).toFixed(2),
    (bytesPerStream / 1024).toFixed(0),
    (bytesLeft / 1024).toFixed(0),
    faults,
  ];
  return `| ${cells.join(' | ')} |`;
}
