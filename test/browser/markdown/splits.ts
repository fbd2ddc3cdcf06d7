import type { MarkdownOptions } from '../../../src/markdown/index.ts';
import { randomFrom } from '../../fakes/random.ts';
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
  const random = randomFrom(seed);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * longest);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}
