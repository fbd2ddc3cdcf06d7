import { copyText } from '../copy-text.ts';
import { unescapeText } from '../inlines/entities.ts';
import type { Highlighter, MarkdownStrings } from '../options.ts';
import type { BlockParent, RenderContext } from '../render-context.ts';
import type { LeafBlock } from './leaf-block.ts';
import type { Line } from './line.ts';

/** How long the button says "Copied", in ms. */
const COPIED_FOR = 1600;

/** Columns of white space in front of indented code. */
const INDENT = 4;

/** The opening fence, the columns it was indented by, and its info string. */
export interface Fence {
  marks: string;
  indent: number;
  info: string;
}

/** Fenced or indented code: its language, a copy button, and a box that scrolls by keyboard. */
export class CodeBlock implements LeafBlock {
  readonly #fence: Fence | undefined;
  readonly #language: string;
  readonly #code = document.createElement('code');
  readonly #text = document.createTextNode('');
  readonly #highlight: Highlighter | undefined;
  /** Whether a line was started, and whether it has more than white space. */
  #isInLine = false;
  #hasText = false;
  /** Text that is not rendered yet. */
  #pending = '';
  /** The last line end and blank lines, which belong to indented code only if more of it follows. */
  #gap = '';

  constructor(parent: BlockParent, { options }: RenderContext, fence?: Fence) {
    this.#fence = fence;
    this.#language = unescapeText(fence?.info.trim().split(/\s/, 1)[0] ?? '');
    this.#highlight = options.highlight;
    this.#code.appendChild(this.#text);
    parent.appendChild(createBox(this.#code, this.#language, options.strings));
  }

  get isIndented(): boolean {
    return !this.#fence;
  }

  accepts(line: Line): 'all' | 'none' | 'last' {
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
    this.#pending += this.#gap;
    this.#gap = '';
  }

  endLine(): boolean {
    if (this.#isInLine) this.#gap += '\n';
    this.#isInLine = this.#hasText = false;
    return false;
  }

  render(): void {
    if (this.#pending === '') return;
    this.#text.appendData(this.#pending);
    this.#pending = '';
  }

  close(): void {
    // The last line end; in a fence also the blank lines before it.
    this.#pending += this.#fence ? this.#gap : this.#gap.slice(0, 1);
    this.render();
    if (this.#highlight) void highlightCode(this.#code, this.#language, this.#highlight);
  }
}

function createBox(code: HTMLElement, language: string, strings: MarkdownStrings): HTMLElement {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  // Not a region: many landmarks of one name do not help anybody to navigate.
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

/** Replaces finished code by what the page's highlighter returns. */
async function highlightCode(code: HTMLElement, language: string, highlight: Highlighter): Promise<void> {
  const text = code.textContent;
  try {
    const highlighted = await highlight(text, language);
    if (highlighted && highlighted.textContent === text) code.replaceChildren(highlighted);
  } catch {
    // Plain code stays readable; a highlighter that fails is for the page to debug.
  }
}

function createCopyButton(code: HTMLElement, strings: MarkdownStrings): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'md-copy';
  const show = (name: string, text: string): void => {
    button.ariaLabel = name;
    button.textContent = text;
    button.classList.toggle('copied', text === strings.copied);
  };
  const reset = (): void => show(strings.copyCode, strings.copy);
  reset();
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    if (!(await copyText(code.textContent.replace(/\n$/, '')))) {
      // Without permission to write, select the code so that the visitor can copy it with one key press.
      getSelection()?.selectAllChildren(code);
      return;
    }
    show(strings.copied, strings.copied);
    button.dispatchEvent(new CustomEvent('say', { bubbles: true, detail: { text: strings.copied } }));
    clearTimeout(timer);
    timer = setTimeout(reset, COPIED_FOR);
  });
  return button;
}
