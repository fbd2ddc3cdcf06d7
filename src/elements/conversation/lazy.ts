/** Code that is loaded on first use. A use after a failure tries again. */
export class Lazy<M> {
  /** The module, once it has loaded. */
  module: M | undefined;
  readonly #import: () => Promise<M>;
  #loading: Promise<M> | undefined;

  constructor(load: () => Promise<M>) {
    this.#import = load;
  }

  load(): Promise<M> {
    this.#loading ??= this.#import().then(
      module => {
        this.module = module;
        return module;
      },
      error => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** The module if it has loaded. Otherwise loads it and then updates the host. */
  loadFor(host: { requestUpdate(): void }): M | undefined {
    if (!this.module)
      this.load().then(
        () => host.requestUpdate(),
        () => {},
      );
    return this.module;
  }
}
