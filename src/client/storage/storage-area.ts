/** Where a conversation is kept: over visits, for this tab's visit, for this page, or nowhere. */
export type Persist = 'local' | 'session' | 'memory' | 'none';

/** A choice of `persist`; what is none of them is `local`. */
export function asPersist(choice: string | undefined): Persist {
  return /^(session|memory|none)$/.test(choice!) ? (choice as Persist) : 'local';
}

/** The part of the Web Storage interface that is used; a headless program can bring its own. */
export interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A storage that never throws: what the real one refuses stays in memory, and nobody is bothered with it. */
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
   * Keeps a value, or none under this key any more.
   * @returns false when the real storage would not take it (full, forbidden); it is then kept in memory.
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
    // What it has of before stays: on the next visit that is better than nothing.
    if (value !== undefined && !(real && taken)) this.#memory.set(key, value);
    return taken;
  }

  /** All keys that begin with this. */
  keys(prefix: string): string[] {
    const keys = new Set(this.#memory.keys());
    attempt(() => {
      const real = this.#real;
      for (let i = 0; i < (real?.length ?? 0); i++) keys.add(real!.key(i)!);
    });
    return [...keys].filter(key => key.startsWith(prefix));
  }
}

/** Kept as long as the page, for every element on it. */
const pageMemory = new Map<string, string>();

/**
 * The area for a choice of `persist`. Blocked storage is the same as none: even asking for it may throw, as asking for
 * the document does where there is no page.
 * @param memory for what the real storage refuses. Default: the page's for `memory`, else one of the area's own.
 */
export function openArea(
  persist: Persist,
  memory: Map<string, string> | undefined = persist === 'memory' ? pageMemory : undefined,
): StorageArea {
  // There is a `localStorage` and a `sessionStorage`, and none for the others.
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
