/**
 * Measures the built widget side by side with a floor page and writes `bench/RESULTS.md`. `--quick` leaves out what
 * takes minutes (64 KB paced, 500 exchanges).
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../scripts/browser.ts';
import {
  bytes,
  clicking,
  exchanges,
  floorStreaming,
  launcher,
  mounts,
  restoring,
  streaming,
} from './measures.ts';
import { startServer } from './server.ts';

const quick = process.argv.includes('--quick');
const ROOT = join(import.meta.dirname, '..');
execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--missing'], {
  cwd: ROOT,
  stdio: 'inherit',
});

const server = await startServer();
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [...CHROMIUM_ARGS, '--enable-precise-memory-info'],
});
const lines: string[] = [];
const say = (line = ''): void => {
  console.log(line);
  lines.push(line);
};
const ms = (value: number): string =>
  value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
const kb = (value: number): string => `${(value / 1024).toFixed(1)} KB`;

say('# Measured');
say();
say(
  'Written by `npm run bench`. Times are milliseconds of processor time the page’s main thread took in tasks (from',
);
say(
  'Chromium’s trace), medians of three for fast answers; those named otherwise are by the clock, and pessimistic',
);
say(
  'when the machine does other work. They move from machine to machine, the ratios to the floor page much less.',
);
say();
say(
  `- ${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}, load average ${loadavg()[1]!.toFixed(1)}`,
);
say(`- Chromium ${browser.version()}, headless; Node.js ${process.version}`);
say();

const size = await bytes(browser, server.origin);
const first = await launcher(browser, server.origin);
say('## Bytes and the host page');
say();
say('| what | measured | bar |');
say('| --- | ---: | ---: |');
say(`| to the visible launcher, brotli | ${kb(size.launcher)} | 9 KB |`);
say(`| to the first streamed answer, brotli | ${kb(size.answer)} | 30 KB |`);
say(
  `| longest task over 50 ms until opened, 4× throttled | ${first.longest === 0 ? 'none' : `${ms(first.longest)} ms`} | none |`,
);
say(`| layout shift | ${first.shift} | 0 |`);
say(`| heap added | ${kb(first.heap)} | 400 KB |`);
say(`| elements until opened | ${first.elements} | 15 |`);
say(`| click to focused composer, 4× throttled | ${ms(first.open)} ms | 100 ms |`);
say();
say(`Files: ${size.files.join(', ')} bytes.`);
say();

say('## A streamed answer');
say();
say(
  'Events of 4 characters. The floor: the same bytes read by `fetch`, appended as plain text once a frame.',
);
say();
say('| answer | widget, ms | floor, ms | ratio | bar | longest task, ms |');
say('| --- | ---: | ---: | ---: | ---: | ---: |');
const fast: Record<string, Record<number, number>> = { blocks: {} };
for (const pace of [200, 0]) {
  for (const kilobytes of pace > 0 && quick ? [2] : pace > 0 ? [2, 16, 64] : [2, 16, 64]) {
    const ask = { kind: 'blocks', kilobytes, pace };
    const runs = pace > 0 ? 1 : 3;
    const widget: { task: number; longest: number }[] = [];
    const floor: number[] = [];
    for (let i = 0; i < runs; i++) {
      const run = await streaming(browser, server.origin, ask);
      widget.push({ task: run.total, longest: run.longest });
      floor.push((await floorStreaming(browser, server.origin, ask)).total);
    }
    const [a, b] = [median(widget.map(run => run.task)), median(floor)];
    const longest = Math.max(...widget.map(run => run.longest));
    if (pace === 0) fast.blocks![kilobytes] = a;
    const name = `${kilobytes} KB ${pace > 0 ? `paced ${pace}/s` : 'fast'}`;
    say(
      `| ${name} | ${ms(a)} | ${ms(b)} | ${(a / b).toFixed(2)} | ${pace > 0 ? '1.5' : '2.5'} | ${ms(longest)} |`,
    );
  }
}
say();
const wait = await clicking(browser, server.origin, { kind: 'blocks', kilobytes: 64, pace: 0 });
say(`The slowest click while 64 KB stream as fast as they go waits ${ms(wait)} ms by the clock (bar: 100).`);
say();
say('| growth from 2 to 64 KB, fast | 2 KB, ms | 64 KB, ms | exponent | bar |');
say('| --- | ---: | ---: | ---: | ---: |');
for (const kind of ['blocks', 'code', 'table', 'list', 'paragraph']) {
  const at = async (kilobytes: number): Promise<number> => {
    const known = fast[kind]?.[kilobytes];
    if (known !== undefined) return known;
    const runs = [];
    for (let i = 0; i < 3; i++) {
      runs.push((await streaming(browser, server.origin, { kind, kilobytes, pace: 0 })).total);
    }
    return median(runs);
  };
  const [small, large] = [await at(2), await at(64)];
  const exponent = Math.log(large / small) / Math.log(32);
  say(
    `| ${kind} | ${ms(small)} | ${ms(large)} | ${exponent.toFixed(2)} | ${kind === 'blocks' ? '1.1' : '1.2'} |`,
  );
}
say();

say('## Long conversations');
say();
say(
  '| pairs | restored and drawn, by the clock | main thread, ms | elements | heap | one more exchange, ms |',
);
say('| ---: | ---: | ---: | ---: | ---: | ---: |');
for (const pairs of [100, 1000, 5000]) {
  const run = await restoring(browser, server.origin, pairs);
  say(
    `| ${pairs.toLocaleString('en')} | ${ms(run.wall)} | ${ms(run.task)} | ${run.elements} | ${kb(run.heap)} | ${ms(run.more)} |`,
  );
}
say();

const talk = await exchanges(browser, server.origin, quick ? 60 : 500);
const mounted = await mounts(browser, server.origin, 1000);
say('## Memory');
say();
say(
  `- ${quick ? 60 : 500} exchanges: ${kb(talk.heapPerExchange)} of heap and ${talk.nodesPerExchange.toFixed(1)} nodes more with each of the second half.`,
);
say(`- 1,000 mounts and unmounts leave ${kb(mounted.heap)} of heap and ${mounted.nodes} nodes.`);

await browser.close();
server.close();
writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${lines.join('\n')}\n`);

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
