import type { Line } from './line.ts';
import type { MarkdownContext } from './markdown-context.ts';

const BULLET = /^[-+*](?=[ \t]|$)/;
const NUMBER = /^(\d{1,9})([.)])(?=[ \t]|$)/;
const BLOCKS = 'p,ul,ol,blockquote,h1,h2,h3,h4,h5,h6,hr,div';

/** What begins a list item. */
export interface Marker {
  /** Items with another one are of another list: `-`, `+`, `*`, `.`, `)`. */
  kind: string;
  /** Undefined for bullets. */
  start: number | undefined;
  length: number;
}

export function readMarker(rest: string): Marker | undefined {
  const bullet = BULLET.exec(rest);
  if (bullet) return { kind: bullet[0], start: undefined, length: 1 };
  const number = NUMBER.exec(rest);
  return number ? { kind: number[2]!, start: Number(number[1]), length: number[0].length } : undefined;
}

/** Reads over a marker and the space after it, and returns how many columns that was. */
export function passMarker(line: Line, { length }: Marker): number {
  line.at += length;
  if (line.isBlank) {
    line.skipSpace();
    return length + 1;
  }
  const space = line.indent(5);
  // More than that is one column and a block of indented code.
  const padding = space > 4 ? 1 : space;
  line.at += padding;
  return length + padding;
}

export function createList({ start }: Marker): HTMLElement {
  const list = document.createElement(start === undefined ? 'ul' : 'ol');
  if (start !== undefined && start !== 1) (list as HTMLOListElement).start = start;
  return list;
}

/** Gives the texts of all items paragraphs, now that a blank line has shown that the list is a loose one. */
export function loosen(list: ParentNode, context: MarkdownContext): void {
  for (const item of list.children) {
    let paragraph: HTMLElement | undefined;
    for (const node of [...item.childNodes]) {
      if (node instanceof Element && node.matches(BLOCKS)) paragraph = undefined;
      else {
        if (!paragraph) {
          paragraph = context.create('p');
          node.before(paragraph);
        }
        paragraph.append(node);
      }
    }
  }
}
