import { withTimeout } from '../../databases/with-timeout.ts';

export interface RevocationStore {
  has(visitorId: string): Promise<boolean>;
  /** Does nothing for a visitor who was revoked before. */
  add(visitorId: string): Promise<void>;
}

export class MemoryRevocations implements RevocationStore {
  readonly #ids = new Set<string>();

  async has(visitorId: string): Promise<boolean> {
    return this.#ids.has(visitorId);
  }

  async add(visitorId: string): Promise<void> {
    this.#ids.add(visitorId);
  }
}

/** Revoked ids kept in memory, for when the store cannot be reached. */
const REMEMBERED_MAX = 10_000;

/** Visitors whose tokens are refused. Asks the store each time, so that a revocation holds at every instance at once. */
export class RevokedVisitors {
  readonly #store: RevocationStore;
  readonly #onFault: (error: unknown) => void;
  readonly #remembered = new Set<string>();

  /** @param onFault is called when the store cannot be reached: then only visitors that were refused here before are refused */
  constructor(store: RevocationStore, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#onFault = onFault;
  }

  async has(visitorId: string): Promise<boolean> {
    if (this.#remembered.has(visitorId)) return true;
    try {
      const isRevoked = await withTimeout(this.#store.has(visitorId));
      if (isRevoked && this.#remembered.size < REMEMBERED_MAX) this.#remembered.add(visitorId);
      return isRevoked;
    } catch (error) {
      this.#onFault(error);
      return false;
    }
  }
}
