import type { MarkdownOptions } from '../../../src/elements/markdown/index.ts';
import { openStream } from './in-english.ts';

/** Streams `pieces` into a new element and calls `each` after every one. */
export function stream(
  pieces: Iterable<string>,
  options?: Partial<MarkdownOptions>,
  each: (container: HTMLElement) => void = () => {},
): HTMLElement {
  const container = document.createElement('div');
  const markdown = openStream(container, options);
  for (const piece of pieces) {
    markdown.append(piece);
    each(container);
  }
  markdown.finish();
  return container;
}

/** One UTF-16 unit at a time, so that characters outside the first plane are cut too. */
export function units(text: string): string[] {
  return text.split('');
}

/** Cuts `text` at random places; the same seed gives the same places. */
export function randomPieces(text: string, seed: number, longest = 7): string[] {
  const random = generator(seed);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * longest);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

/** Numbers from 0 to 1 that repeat with the seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
