import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { type LatencyResult, type MemoryResult, WARM_JSON, WARM_STREAMS } from './load.ts';
import { BARE, OURS } from './subjects.ts';

export interface Measured {
  latency: { name: string; streams: number; seconds: number; rounds: LatencyResult[] }[];
  memory: ({ name: string; streams: number } & MemoryResult)[];
  json: { name: string; perSecond: number; cpuMs: number }[];
  /** Share of the processors' time that other machines had meanwhile. */
  stolen: number | undefined;
}

interface Aim {
  text: string;
  reached: boolean;
  numbers: string;
}

const KB = 1024;

/** Writes RESULTS.md and says whether every aim was reached. */
export function writeResults(measured: Measured): boolean {
  const aims = aimsOf(measured);
  const { model } = cpus()[0] ?? { model: 'unknown' };
  const text = `# The proxy, measured

Written by \`npm run bench:proxy\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${model},
${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}, ${process.platform}; load average at the end
${loadavg()[0]?.toFixed(1)}${measured.stolen === undefined ? '' : `; other machines took ${(measured.stolen * 100).toFixed(2)} % of the processors' time meanwhile`}.

Load, service and subject share the machine. So that the subject is measured and not a machine that is full, visitors
come one by one at random times (the same for each subject) in place of those whose answer has ended; the load keeps
what it reads and looks at it only afterwards; the service writes a token in one piece. Each measure has a fresh
process, warmed by ${WARM_STREAMS.toLocaleString('en')} short streams and ${WARM_JSON} JSON replies. Both Node subjects run with \`--max-semi-space-size=4\`, as
the files in deploy/ start the proxy. Each p50 and p99 is the median of the rounds' own; the p99 of every round stands
beside it.

## Time

| subject | streams | first token p50 / p99 (ms) | token p50 / p99 (ms) | p99 by round: first, token | tokens/s | CPU µs a token | tokens/s per core | faults |
|---|---|---|---|---|---|---|---|---|
${measured.latency.map(latencyRow).join('\n')}

## Memory

A stream has 20 tokens a second; where the machine could not carry that, the pace says how many it had. "In use" is
JavaScript's heap and the buffers beside it. Left is what stays above the beginning once all have ended, and after a
second wave as large. The first wave also leaves what the engine compiled meanwhile, once and for all; whatever a
stream kept for itself would be left by the second one again.

| subject | streams | KB a stream | in use, KB a stream | left, KB a stream | left after a second wave | left in use | left in use after a second wave | tokens/s a stream | faults |
|---|---|---|---|---|---|---|---|---|---|
${measured.memory.map(memoryRow).join('\n')}

## JSON replies, 50 at once

| subject | a second | CPU ms each |
|---|---|---|
${measured.json.map(({ name, perSecond, cpuMs }) => `| ${name} | ${perSecond.toFixed(0)} | ${cpuMs.toFixed(2)} |`).join('\n')}

## Aims

| aim | reached | numbers |
|---|---|---|
${aims.map(({ text, reached, numbers }) => `| ${text} | ${reached ? 'yes' : 'no'} | ${numbers} |`).join('\n')}
`;
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text);
  console.log(text);
  return aims.every(({ reached }) => reached);
}

function aimsOf({ latency, memory }: Measured): Aim[] {
  const time = (name: string, streams: number) => {
    const row = latency.find(found => found.name === name && found.streams === streams);
    if (!row) throw new Error(`${name} was not measured at ${streams} streams`);
    return {
      first: median(percentiles(row, 'first', 0.99)),
      each: median(percentiles(row, 'each', 0.99)),
      cpu: cpuPerToken(row),
    };
  };
  const [few, fewBare, many, manyBare] = [
    time(OURS, 200),
    time(BARE, 200),
    time(OURS, 1000),
    time(BARE, 1000),
  ];
  const ours = memory.filter(({ name }) => name === OURS);
  const faults = [
    ...latency.filter(({ name }) => name === OURS).flatMap(({ rounds }) => rounds),
    ...ours,
  ].reduce((sum, { faults }) => sum + faults, 0);
  const atFew = `first token ${(few.first - fewBare.first).toFixed(1)} ms, token ${(few.each - fewBare.each).toFixed(1)} ms`;
  const times = `first token ${(many.first / manyBare.first).toFixed(2)}, token ${(many.each / manyBare.each).toFixed(2)}`;
  const kept = ours.map(
    ({ streams, left }) =>
      `${kb(left[0]?.used, streams)} KB in use at ${streams}, ${kb(added(left), streams)} KB more after as many again`,
  );
  return [
    {
      text: '200 streams: p99 of first token and of every token within 5 ms of bare node',
      reached: few.first - fewBare.first <= 5 && few.each - fewBare.each <= 5,
      numbers: atFew,
    },
    {
      text: '1,000 streams: within 1.5 times bare node',
      reached: many.first <= 1.5 * manyBare.first && many.each <= 1.5 * manyBare.each,
      numbers: times,
    },
    {
      text: "at least half of bare node's tokens per second and core, journal on",
      reached: few.cpu <= 2 * fewBare.cpu && many.cpu <= 2 * manyBare.cpu,
      numbers: `${percent(fewBare.cpu / few.cpu)} at 200, ${percent(manyBare.cpu / many.cpu)} at 1,000`,
    },
    {
      text: 'at most 64 KB of memory a stream',
      reached: ours.every(({ rss, streams }) => rss / streams <= 64 * KB),
      numbers: ours.map(({ rss, streams }) => `${kb(rss, streams)} KB at ${streams}`).join(', '),
    },
    {
      text: 'all of it back after they end: a wave of streams leaves less than 1/4 KB a stream more than the one before',
      reached: ours.every(({ left, streams }) => added(left) / streams <= KB / 4),
      numbers: kept.join('; '),
    },
    {
      text: 'nothing lost, doubled or reordered',
      reached: faults === 0,
      numbers: `${faults} streams at fault`,
    },
  ];
}

/** Bytes in use that the second wave left and the first had not. */
function added(left: MemoryResult['left']): number {
  const [first, second] = left.map(({ used }) => used ?? Number.NaN);
  return second! - first!;
}

type LatencyRow = Measured['latency'][number];

/** Of each round on its own. */
function percentiles({ rounds }: LatencyRow, of: 'first' | 'each', share: number): number[] {
  return rounds.map(round => percentile(round[of], share));
}

function tokens({ rounds }: LatencyRow): number {
  return rounds.reduce((sum, { each }) => sum + each.length, 0);
}

function cpuPerToken(row: LatencyRow): number {
  return row.rounds.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / tokens(row);
}

function latencyRow(row: LatencyRow): string {
  const { name, streams, seconds, rounds } = row;
  const pair = (of: 'first' | 'each'): string =>
    [0.5, 0.99].map(share => ms(median(percentiles(row, of, share)))).join(' / ');
  const tokenP99 = percentiles(row, 'each', 0.99);
  const perRound = percentiles(row, 'first', 0.99).map((first, i) => `${ms(first)}, ${ms(tokenP99[i]!)}`);
  const cpu = cpuPerToken(row);
  const cells = [
    name,
    streams,
    pair('first'),
    pair('each'),
    perRound.join('; '),
    Math.round(tokens(row) / seconds / rounds.length),
    (cpu * 1e6).toFixed(1),
    Math.round(1 / cpu),
    rounds.reduce((sum, { faults }) => sum + faults, 0),
  ];
  return `| ${cells.join(' | ')} |`;
}

function memoryRow({ name, streams, rss, used, left, pace, faults }: Measured['memory'][number]): string {
  const cells = [
    name,
    streams,
    kb(rss, streams),
    kb(used, streams),
    kb(left[0]?.rss, streams),
    kb(left[1]?.rss, streams),
    kb(left[0]?.used, streams),
    kb(left[1]?.used, streams),
    pace.toFixed(1),
    faults,
  ];
  return `| ${cells.join(' | ')} |`;
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

function kb(bytes: number | undefined, streams: number): string {
  return bytes === undefined ? '–' : (bytes / KB / streams).toFixed(1);
}

function ms(value: number): string {
  return value.toFixed(1);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
