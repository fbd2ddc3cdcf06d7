import { unescapeText } from './entities.ts';
import type { Leaf } from './leaf.ts';
import type { Line } from './line.ts';
import type { MarkdownContext, Place } from './markdown-context.ts';
import type { Highlighter, MarkdownStrings } from './options.ts';

/** How long "Copied" stays on the button, ms. */
const COPIED_FOR = 2000;

/** Columns of white space that make a line code. */
const INDENT = 4;

/** What opened a code block: its fence, how far that was indented, and the words after it. */
export interface Fence {
  marks: string;
  indent: number;
  info: string;
}

/** Code: its language, a copy button, and a box that scrolls by keyboard. Without a fence, its lines are indented. */
export class CodeBlock implements Leaf {
  readonly #fence: Fence | undefined;
  readonly #language: string;
  readonly #code = document.createElement('code');
  readonly #text = document.createTextNode('');
  readonly #highlight: Highlighter | undefined;
  /** Whether a line was begun, and whether it is more than blank. */
  #isInLine = false;
  #hasText = false;
  /** What is not on screen yet. */
  #fresh = '';
  /** The end of the last line, and blank lines: part of indented code only if more of it follows. */
  #gap = '';

  constructor(parent: Place, { options }: MarkdownContext, fence?: Fence) {
    this.#fence = fence;
    this.#language = unescapeText(fence?.info.trim().split(/\s/, 1)[0] ?? '');
    this.#highlight = options.highlight;
    this.#code.appendChild(this.#text);
    parent.appendChild(createBox(this.#code, this.#language, options.strings));
  }

  get isIndented(): boolean {
    return !this.#fence;
  }

  takes(line: Line): 'all' | 'none' | 'last' {
    const fence = this.#fence;
    if (!fence) {
      const isCode = line.indent() === INDENT;
      if (isCode) line.at += INDENT;
      else if (line.isBlank) line.skipSpace();
      else return 'none';
      return 'all';
    }
    const marks = /^[ \t]*(`+|~+)[ \t]*$/.exec(line.rest)?.[1];
    if (marks?.startsWith(fence.marks) && line.indent() < INDENT) return 'last';
    line.at += line.indent(fence.indent);
    return 'all';
  }

  write(text: string): void {
    this.#isInLine = true;
    this.#gap += text;
    this.#hasText ||= this.#fence !== undefined || text.trim() !== '';
    if (!this.#hasText) return;
    this.#fresh += this.#gap;
    this.#gap = '';
  }

  endLine(): boolean {
    if (this.#isInLine) this.#gap += '\n';
    this.#isInLine = this.#hasText = false;
    return false;
  }

  draw(): void {
    if (this.#fresh === '') return;
    this.#text.appendData(this.#fresh);
    this.#fresh = '';
  }

  close(): void {
    // Its last line end, and of a fence the blank lines before it.
    this.#fresh += this.#fence ? this.#gap : this.#gap.slice(0, 1);
    this.draw();
    if (this.#highlight) void colour(this.#code, this.#language, this.#highlight);
  }
}

function createBox(code: HTMLElement, language: string, strings: MarkdownStrings): HTMLElement {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  // A group and not a region: a page full of landmarks of one name is no help to anybody.
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', strings.codeBlock(language));
  pre.dir = 'ltr';
  pre.translate = false;
  pre.append(code);
  const label = document.createElement('div');
  label.className = 'md-language';
  label.textContent = language;
  const head = document.createElement('div');
  head.className = 'md-code-head';
  head.append(label, createCopyButton(code, strings));
  const block = document.createElement('div');
  block.className = 'md-code';
  block.append(head, pre);
  return block;
}

/** Colours a finished block the way the page has registered. */
async function colour(code: HTMLElement, language: string, highlight: Highlighter): Promise<void> {
  const text = code.textContent;
  try {
    const coloured = await highlight(text, language);
    if (coloured && coloured.textContent === text) code.replaceChildren(coloured);
  } catch {
    // The code stays readable without colours, and the highlighter is the page's own to debug.
  }
}

function createCopyButton(code: HTMLElement, strings: MarkdownStrings): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'md-copy';
  button.textContent = strings.copyCode;
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.replace(/\n$/, ''));
    } catch {
      // Without leave to write, the visitor gets the code selected, one key press from copied.
      getSelection()?.selectAllChildren(code);
      return;
    }
    button.textContent = strings.copied;
    button.dispatchEvent(new CustomEvent('say', { bubbles: true, detail: { text: strings.copied } }));
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = strings.copyCode;
    }, COPIED_FOR);
  });
  return button;
}
