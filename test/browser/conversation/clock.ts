/** Long waits pass when the test says so; short ones as ever. */
export class Clock {
  now = 0;
  readonly #real = { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
  readonly #later = window.setTimeout.bind(window);
  readonly #never = window.clearTimeout.bind(window);
  readonly #waits = new Map<number, { run: () => void; at: number }>();
  #ids = 1e9;

  constructor() {
    window.setTimeout = ((run: () => void, ms = 0, ...rest: unknown[]) => {
      if (ms < 500) return this.#later(run, ms, ...rest);
      this.#waits.set(++this.#ids, { run, at: this.now + ms });
      return this.#ids;
    }) as typeof setTimeout;
    window.clearTimeout = ((id?: number) => {
      if (!this.#waits.delete(id ?? 0)) this.#never(id);
    }) as typeof clearTimeout;
  }

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.#waits].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#waits.delete(due[0]);
      this.now = due[1].at;
      due[1].run();
    }
    this.now = end;
  }

  restore(): void {
    Object.assign(window, this.#real);
  }
}
