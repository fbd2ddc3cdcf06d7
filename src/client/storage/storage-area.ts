/** Where a conversation is kept: across visits, for this tab's session, for this page, or nowhere. */
export type Persist = 'local' | 'session' | 'memory' | 'none';

/** Reads a `persist` attribute. Unknown values mean `local`. */
export function asPersist(choice: string | undefined): Persist {
  return /^(session|memory|none)$/.test(choice!) ? (choice as Persist) : 'local';
}

/** The part of the Web Storage interface that is used, so that a program without a browser can provide one. */
export interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A storage that never throws: what the real one refuses is kept in memory. */
export class StorageArea {
  readonly #real: WebStorage | undefined;
  readonly #memory: Map<string, string>;

  constructor(real: WebStorage | undefined, memory: Map<string, string> = new Map()) {
    this.#real = real;
    this.#memory = memory;
  }

  get(key: string): string | undefined {
    return this.#memory.get(key) ?? attempt(() => this.#real?.getItem(key)) ?? undefined;
  }

  /**
   * Stores a value, or removes the key.
   * @returns false if the real storage refused it (full, forbidden). It is then kept in memory.
   */
  set(key: string, value: string | undefined): boolean {
    const real = this.#real;
    this.#memory.delete(key);
    const taken =
      attempt(() => {
        if (value === undefined) real?.removeItem(key);
        else real?.setItem(key, value);
        return true;
      }) ?? false;
    // The previous value stays in the real storage: on the next visit it is better than nothing.
    if (value !== undefined && !(real && taken)) this.#memory.set(key, value);
    return taken;
  }

  /** All keys with this prefix. */
  keys(prefix: string): string[] {
    const keys = new Set(this.#memory.keys());
    attempt(() => {
      const real = this.#real;
      for (let i = 0; i < (real?.length ?? 0); i++) keys.add(real!.key(i)!);
    });
    return [...keys].filter(key => key.startsWith(prefix));
  }
}

/** Shared by all elements of a page. */
const pageMemory = new Map<string, string>();

/**
 * The area for a `persist` setting. Blocked storage, whose getter throws, is treated as none, and so is the storage of
 * Node.js.
 * @param memory keeps what the real storage refuses. Default: the page's own for `memory`, else a new one.
 */
export function openArea(
  persist: Persist,
  memory: Map<string, string> | undefined = persist === 'memory' ? pageMemory : undefined,
): StorageArea {
  // Only `localStorage` and `sessionStorage` exist. `document` throws in Node.js.
  const real = attempt(() => document && (globalThis as Storages)[`${persist}Storage`]);
  return new StorageArea(real, memory);
}

type Storages = { readonly [Name in `${Persist}Storage`]?: WebStorage };

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
