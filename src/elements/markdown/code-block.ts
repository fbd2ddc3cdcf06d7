import type { Tokens } from 'marked';
import { decodeEntities } from './entities.ts';
import type { Highlighter, MarkdownStrings } from './options.ts';

/** How long "Copied" stays on the button, ms. */
const COPIED_FOR = 2000;

/** Builds a code block: its language, a copy button, and the code in a box that scrolls by keyboard. */
export function createCodeBlock(token: Tokens.Code, strings: MarkdownStrings): HTMLElement {
  const language = codeLanguage(token);
  const code = document.createElement('code');
  code.append(document.createTextNode(codeText(token)));
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  // A group and not a region: a page full of landmarks of one name is no help to anybody.
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', strings.codeBlock(language));
  pre.dir = 'ltr';
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

/** Brings a block that still grows up to date; false when it is another block than the one drawn. */
export function growCodeBlock(block: Element, before: Tokens.Code, now: Tokens.Code): boolean {
  if (codeLanguage(before) !== codeLanguage(now)) return false;
  const live = codeOf(block).lastChild as Text;
  const text = codeText(now);
  if (live.data !== text) live.data = text;
  return true;
}

/** Sets what is drawn of a growing block in stone; what comes next goes into a text of its own. */
export function freezeCode(block: Element): void {
  codeOf(block).append(document.createTextNode(''));
}

/** Colours a finished block, if somebody registered a way to do it. */
export async function highlightCode(block: Element, highlight: Highlighter): Promise<void> {
  const code = codeOf(block);
  const text = code.textContent ?? '';
  const language = block.querySelector('.md-language')?.textContent ?? '';
  try {
    const coloured = await highlight(text, language);
    if (coloured && coloured.textContent === text) code.replaceChildren(coloured);
  } catch {
    // The code stays readable without colours, and the highlighter is the page's own to debug.
  }
}

/** The first word after the fence. */
function codeLanguage(token: Tokens.Code): string {
  return decodeEntities((token.lang ?? '').trim().split(/\s+/, 1)[0]!);
}

function codeOf(block: Element): HTMLElement {
  return block.querySelector('code')!;
}

function codeText(token: Tokens.Code): string {
  return token.text === '' ? '' : `${token.text.replace(/\n$/, '')}\n`;
}

function createCopyButton(code: HTMLElement, strings: MarkdownStrings): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'md-copy';
  button.textContent = strings.copyCode;
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText((code.textContent ?? '').replace(/\n$/, ''));
    } catch {
      // Without leave to write, the visitor gets the code selected, one key press from copied.
      getSelection()?.selectAllChildren(code);
      return;
    }
    button.textContent = strings.copied;
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = strings.copyCode;
    }, COPIED_FOR);
  });
  return button;
}
