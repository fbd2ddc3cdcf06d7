import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { HELD } from './cores.ts';
import {
  type LatencyResult,
  type Load,
  type MemoryResult,
  TOKENS_PER_SECOND,
  WARM_JSON,
  WARM_STREAMS,
} from './load.ts';
import { BARE, NODE_FLAGS, OURS } from './subjects.ts';

export interface Measured {
  latency: { name: string; load: Load; rounds: LatencyResult[] }[];
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

Load, service and subject share the machine${HELD ? ': the subject has a core of its own, load and service have the rest' : ''}. So that the subject is measured and not a machine that is full, visitors
come one by one at random times (the same for each subject) in place of those whose answer has ended: with 1,000 streams
a hundred a second where an answer has 200 tokens, 250 where it has 80. The load keeps what it reads and looks at it only
afterwards; the service writes a token in one piece, 20 a second. Each measure has a fresh
process, warmed by ${WARM_STREAMS.toLocaleString('en')} short streams and ${WARM_JSON} JSON replies. Both Node subjects run with
\`${NODE_FLAGS.join(' ')}\`, as
the files in deploy/ start the proxy. Each p50 and p99 is the median of the rounds' own; the p99 of every round stands
beside it.

## Time

| subject | streams | tokens an answer | first token p50 / p99 (ms) | token p50 / p99 (ms) | p99 by round: first, token | tokens/s | CPU µs a token | tokens/s per core | faults |
|---|---|---|---|---|---|---|---|---|---|
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
  const rows = latency.filter(({ name }) => name === OURS);
  const held = memory.filter(({ name }) => name === OURS);
  const beside = rows.map(row => {
    const bare = latency.find(({ name, load }) => name === BARE && load === row.load);
    if (!bare) throw new Error(`${BARE} was not measured at ${row.load.streams} streams`);
    return { ...row.load, ours: summary(row), bare: summary(bare) };
  });
  const faults = [...rows.flatMap(({ rounds }) => rounds), ...held].reduce(
    (sum, { faults }) => sum + faults,
    0,
  );
  return [
    ...beside.map(timeAim),
    {
      text: "at least half of bare node's tokens per second and core, journal on",
      reached: beside.every(({ ours, bare }) => ours.cpu <= 2 * bare.cpu),
      numbers: beside
        .map(({ ours, bare, ...load }) => `${Math.round((bare.cpu / ours.cpu) * 100)} % at ${title(load)}`)
        .join('; '),
    },
    {
      text: 'at most 64 KB of memory a stream',
      reached: held.every(({ rss, streams }) => rss / streams <= 64 * KB),
      numbers: held.map(({ rss, streams }) => `${kb(rss, streams)} KB at ${streams}`).join(', '),
    },
    {
      text: 'all of it back after they end: a wave of streams leaves less than 1/4 KB a stream more than the one before',
      reached: held.every(({ left, streams }) => added(left) / streams <= KB / 4),
      numbers: held
        .map(
          ({ streams, left }) =>
            `${kb(left[0]?.used, streams)} KB in use at ${streams}, ${kb(added(left), streams)} KB more after as many again`,
        )
        .join('; '),
    },
    {
      text: 'nothing lost, doubled or reordered',
      reached: faults === 0,
      numbers: `${faults} streams at fault`,
    },
  ];
}

interface Summary {
  /** p99 in milliseconds. */
  first: number;
  each: number;
  /** Seconds a token. */
  cpu: number;
}

/** How late first tokens and all tokens are: by milliseconds where the machine has room, else by the ratio. */
function timeAim({ ours, bare, ...load }: Load & { ours: Summary; bare: Summary }): Aim {
  const roomy = load.streams <= 200;
  const [first, each] = roomy
    ? [ours.first - bare.first, ours.each - bare.each]
    : [ours.first / bare.first, ours.each / bare.each];
  const [most, unit, digits] = roomy ? [5, ' ms', 1] : [1.5, '', 2];
  return {
    text: `${title(load)}: p99 of first token and of every token ${roomy ? 'within 5 ms of' : 'at most 1.5 times that of'} bare node`,
    reached: first <= most && each <= most,
    numbers: `first token ${first.toFixed(digits)}${unit}, every token ${each.toFixed(digits)}${unit}`,
  };
}

function title({ streams, life }: Load): string {
  return `${streams} streams of ${life * TOKENS_PER_SECOND} tokens`;
}

function summary(row: LatencyRow): Summary {
  return {
    first: median(percentiles(row, 'first', 0.99)),
    each: median(percentiles(row, 'each', 0.99)),
    cpu: cpuPerToken(row),
  };
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
  const { name, load, rounds } = row;
  const pair = (of: 'first' | 'each'): string =>
    [0.5, 0.99].map(share => ms(median(percentiles(row, of, share)))).join(' / ');
  const tokenP99 = percentiles(row, 'each', 0.99);
  const perRound = percentiles(row, 'first', 0.99).map((first, i) => `${ms(first)}, ${ms(tokenP99[i]!)}`);
  const cpu = cpuPerToken(row);
  const cells = [
    name,
    load.streams,
    load.life * TOKENS_PER_SECOND,
    pair('first'),
    pair('each'),
    perRound.join('; '),
    Math.round(tokens(row) / load.seconds / rounds.length),
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
