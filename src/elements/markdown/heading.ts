import { Flow } from './flow.ts';
import type { Leaf } from './leaf.ts';
import { trimmedEnd } from './line.ts';
import type { Pens, Place } from './pens.ts';

/** `## A heading` with as many `#` after it as somebody likes. */
export class Heading implements Leaf {
  readonly #flow: Flow;

  constructor(parent: Place, level: number, pens: Pens) {
    const element = pens.create(`h${level}`);
    parent.appendChild(element);
    this.#flow = new Flow(pens, () => element);
  }

  write(text: string): void {
    this.#flow.write(text);
  }

  endLine(): boolean {
    return true;
  }

  draw(): void {
    this.#flow.grow(this.#end());
  }

  close(): void {
    this.#flow.trim(this.#end());
    this.#flow.close();
  }

  /** Where in the tail its text ends and what closes it begins. */
  #end(): number {
    const { tail, before } = this.#flow;
    const end = trimmedEnd(tail);
    let start = end;
    while (tail[start - 1] === '#') start--;
    const previous = start === 0 ? before : tail[start - 1]!;
    return start < end && /^[ \t]?$/.test(previous) ? trimmedEnd(tail.slice(0, start)) : end;
  }
}
