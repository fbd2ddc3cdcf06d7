import { loadavg } from 'node:os';

/** A promise, what was measured, and what keeps it. */
export interface Row {
  promise: string;
  measured: string;
  bar: string;
  kept: boolean;
  /** Processes that wanted a core in the last minute. */
  load: number;
}

/** Collects rows, prints each as it comes and all of them at the end. */
export class Report {
  readonly #rows: Row[] = [];

  add(promise: string, measured: string, bar: string, kept: boolean): void {
    const row = { promise, measured, bar, kept, load: loadavg()[0]! };
    this.#rows.push(row);
    console.log(`${kept ? 'kept  ' : 'BROKEN'} ${promise}: ${measured} (bar: ${bar})`);
  }

  get broken(): number {
    return this.#rows.filter(({ kept }) => !kept).length;
  }

  print(): void {
    console.log('\n| promise | measured | bar | kept | load |\n| --- | --- | --- | --- | --- |');
    for (const { promise, measured, bar, kept, load } of this.#rows)
      console.log(`| ${promise} | ${measured} | ${bar} | ${kept ? 'yes' : 'NO'} | ${load.toFixed(1)} |`);
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** The value that 95 of 100 do not exceed. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
