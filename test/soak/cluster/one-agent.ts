import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Report } from './report.ts';

const BENCH = join(import.meta.dirname, '../../../bench/crowd.ts');

/** Whether chats of one agent wait for each other: the two figures of `npm run bench:crowd`. */
export async function oneAgent(report: Report): Promise<void> {
  const bench = spawn(process.execPath, [BENCH], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  bench.stdout.on('data', chunk => {
    output += String(chunk);
  });
  const [code] = await once(bench, 'close');
  const figure = (line: RegExp): [ms: string, times: number, bar: number] => {
    const [, ms = '?', times, bar] = line.exec(output) ?? [];
    return [ms, Number(times), Number(bar)];
  };
  for (const [promise, line] of [
    [
      '60 chats at once on one agent take about as long as on 60 agents',
      /on one agent +(\d+ ms) +([\d.]+) times \(bar: ([\d.]+)\)/,
    ],
    [
      'another workspace does not notice a crowd on one agent',
      /beside one agent +(\d+ ms) +([\d.]+) times \(bar: ([\d.]+)\)/,
    ],
  ] as const) {
    const [ms, times, bar] = figure(line);
    report.add(promise, `${ms}, ${times} times`, `${bar} times`, code === 0 && times <= bar);
  }
}
