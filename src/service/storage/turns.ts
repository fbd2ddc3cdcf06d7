import { setImmediate as others } from 'node:timers/promises';

/** Does work of the same name one after the other. Whoever waits here, and not in the database, holds no connection. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const { promise: mine, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(name, mine);
    try {
      if (before) {
        await before;
        // SQLite answers without a turn of the event loop, in which somebody else could be heard.
        await others();
      }
      return await work();
    } finally {
      end();
      if (this.#last.get(name) === mine) this.#last.delete(name);
    }
  }
}
