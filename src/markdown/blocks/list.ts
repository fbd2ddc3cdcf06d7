import type { MarkdownStrings } from '../options.ts';
import type { RenderContext } from '../render-context.ts';
import type { Line } from './line.ts';

const BULLET = /^[-+*](?=[ \t]|$)/;
const NUMBER = /^(\d{1,9})([.)])(?=[ \t]|$)/;
const BLOCKS = 'p,ul,ol,blockquote,h1,h2,h3,h4,h5,h6,hr,div';

/** The start of a list item. */
export interface ListMarker {
  /** `-`, `+`, `*`, `.` or `)`. A different one starts a new list. */
  kind: string;
  /** Undefined for bullets. */
  start: number | undefined;
  length: number;
}

export function readMarker(rest: string): ListMarker | undefined {
  const bullet = BULLET.exec(rest);
  if (bullet) return { kind: bullet[0], start: undefined, length: 1 };
  const number = NUMBER.exec(rest);
  return number ? { kind: number[2]!, start: Number(number[1]), length: number[0].length } : undefined;
}

/** Skips a marker and the space after it. Returns the number of columns. */
export function skipListMarker(line: Line, { length }: ListMarker): number {
  line.at += length;
  if (line.isBlank) {
    line.skipSpace();
    return length + 1;
  }
  const space = line.indent(5);
  // Five or more are one column, then a block of indented code.
  const padding = space > 4 ? 1 : space;
  line.at += padding;
  return length + padding;
}

export function createList({ start }: ListMarker): HTMLElement {
  const list = document.createElement(start === undefined ? 'ul' : 'ol');
  if (start !== undefined && start !== 1) (list as HTMLOListElement).start = start;
  return list;
}

/** Wraps the text of all items in paragraphs, once a blank line has made the list loose. */
export function loosen(list: ParentNode, context: RenderContext): void {
  for (const item of list.children) {
    let paragraph: HTMLElement | undefined;
    for (const node of [...item.childNodes]) {
      if (node instanceof Element && node.matches(BLOCKS)) paragraph = undefined;
      else {
        if (!paragraph) {
          paragraph = context.createElement('p');
          node.before(paragraph);
        }
        paragraph.append(node);
      }
    }
  }
}

/** The checkbox of a task list item. It shows the state and cannot be changed. */
export function createTaskCheckbox(done: boolean, strings: MarkdownStrings): HTMLInputElement {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.disabled = true;
  // The attribute too, so that the state survives copying and printing the nodes.
  box.defaultChecked = done;
  box.setAttribute('aria-label', done ? strings.taskDone : strings.taskOpen);
  return box;
}
