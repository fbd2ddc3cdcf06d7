/** Time passes when the test says so, however busy the machine is; only short waits are over as ever. */
export class Clock {
  now = 0;
  #measured = 0;
  readonly #real = { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
  readonly #date = Date.now;
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
    const [date, started] = [Date.now(), performance.now()];
    Date.now = () => date + this.now;
    performance.now = () => started + this.#measured;
  }

  /** @param measured also by what measures how long drawing takes, which else takes no time at all */
  pass(ms: number, measured = false): void {
    if (measured) this.#measured += ms;
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
    Date.now = this.#date;
    Reflect.deleteProperty(performance, 'now');
  }
}
