import type { LinkDestination } from './link-syntax.ts';

/**
 * CommonMark's link reference definitions, `[label]: destination`; the first of a label wins. Text with a label that is
 * not defined yet waits here and is rendered again once it is.
 */
export class LinkReferences {
  readonly #destinations = new Map<string, LinkDestination>();
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Labels defined since the last `resolve()`. */
  #defined: string[] = [];

  define(label: string, destination: LinkDestination): void {
    const key = normalise(label);
    if (this.#destinations.has(key)) return;
    this.#destinations.set(key, destination);
    this.#defined.push(key);
  }

  find(label: string): LinkDestination | undefined {
    return this.#destinations.get(normalise(label));
  }

  wait(label: string, rerender: () => void): void {
    const key = normalise(label);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(rerender);
    else this.#waiting.set(key, [rerender]);
  }

  /** Renders again the text that waited for labels defined since the last call. */
  resolve(): void {
    const callbacks = new Set<() => void>();
    for (const key of this.#defined) {
      for (const callback of this.#waiting.get(key) ?? []) callbacks.add(callback);
      this.#waiting.delete(key);
    }
    this.#defined = [];
    for (const callback of callbacks) callback();
  }
}

/** Labels are compared case-insensitively, with white space collapsed. */
function normalise(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
