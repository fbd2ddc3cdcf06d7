import type { Target } from './link-syntax.ts';

/**
 * What `[label]: target` defines, the first of a label for good. Text that refers to a label not defined yet waits here
 * and is drawn again once it is.
 */
export class References {
  readonly #targets = new Map<string, Target>();
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Labels defined since the last `resolve()`. */
  #fresh: string[] = [];

  define(label: string, target: Target): void {
    const key = normalise(label);
    if (this.#targets.has(key)) return;
    this.#targets.set(key, target);
    this.#fresh.push(key);
  }

  find(label: string): Target | undefined {
    return this.#targets.get(normalise(label));
  }

  wait(label: string, redraw: () => void): void {
    const key = normalise(label);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(redraw);
    else this.#waiting.set(key, [redraw]);
  }

  /** Draws again what waited for something that is known by now. */
  resolve(): void {
    const redraws = new Set<() => void>();
    for (const key of this.#fresh) {
      for (const redraw of this.#waiting.get(key) ?? []) redraws.add(redraw);
      this.#waiting.delete(key);
    }
    this.#fresh = [];
    for (const redraw of redraws) redraw();
  }
}

/** Labels are compared without case and with white space of one kind. */
function normalise(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
