/** Code that is fetched when it is first wanted. Who wants it again after a failure tries again. */
export class Lazy<M> {
  /** What was fetched, once it is there. */
  now: M | undefined;
  readonly #load: () => Promise<M>;
  #coming: Promise<M> | undefined;

  constructor(load: () => Promise<M>) {
    this.#load = load;
  }

  fetch(): Promise<M> {
    this.#coming ??= this.#load().then(
      module => {
        this.now = module;
        return module;
      },
      error => {
        this.#coming = undefined;
        throw error;
      },
    );
    return this.#coming;
  }

  /** What was fetched. What is not there yet is fetched, and then the host is drawn again. */
  for(host: { requestUpdate(): void }): M | undefined {
    if (!this.now)
      this.fetch().then(
        () => host.requestUpdate(),
        () => {},
      );
    return this.now;
  }
}
