import { writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';

/** What has been measured, as Markdown; said on the console as it comes. */
export class Report {
  readonly #lines: string[] = [];

  say(...lines: string[]): void {
    for (const line of [...lines, '']) {
      console.log(line);
      this.#lines.push(line);
    }
  }

  /** Columns of figures; the first has names. */
  table(head: string[], rows: string[][]): void {
    const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
    this.say(
      [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n'),
    );
  }

  write(path: string): void {
    writeFileSync(path, `${this.#lines.join('\n').trimEnd()}\n`);
  }
}

export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const facts = [
    `${new Date().toISOString().slice(0, 16)}Z`,
    `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    `${memory} GB`,
    `${platform()} ${release()}`,
    `load average ${loadavg()[1]!.toFixed(1)}`,
  ];
  return facts.join(', ');
}

export function ms(value: number): string {
  return value < 9.95 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}

export function kb(value: number): string {
  return `${(value / 1024).toFixed(1)} KB`;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The median, and from where to where where there are several. */
export function spread(values: number[], format = ms): string {
  const [least, most] = [format(Math.min(...values)), format(Math.max(...values))];
  return least === most ? least : `${format(median(values))} (${least}–${most})`;
}
