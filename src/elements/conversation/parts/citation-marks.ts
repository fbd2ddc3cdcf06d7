import { render } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { withoutBidiMarks } from '../../../markdown/safe-url.ts';
import type { CitationPart } from '../../../protocol/message.ts';
import { showOnHoverAndFocus } from './citation-popover.ts';
import { renderSource } from './source-view.ts';

/** References to sources in an answer: `[2]` or `[2, 5]`. */
const MARKS = /\[\d{1,3}(?:, ?\d{1,3})*\]/g;
/** Where brackets are not references. */
const LITERAL = 'a, button, code, pre, .md-raw';
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, td, th, blockquote, .md';
const INNER_BLOCKS = 'ul, ol, p, blockquote, div';

/** Makes the ids of the quotes unique, to which `aria-controls` refers. */
let quotes = 0;

/**
 * Replaces the references of a complete text by buttons with the source's name. A button shows the source with its quote
 * below the block that it is in, and hides it; before that, a popover shows both. A number without a source stays text.
 */
export function linkCitationMarks(
  text: Element,
  sources: readonly CitationPart[],
  strings: Pick<Strings, 'source'>,
): void {
  // A streamed text can have the brackets of a reference in text nodes of their own.
  text.normalize();
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.data.includes('[') && !node.parentElement!.closest(LITERAL)) found.push(node);
  }
  for (const node of found) {
    const pieces: (string | Node)[] = [];
    let end = 0;
    for (const { 0: mark, index } of node.data.matchAll(MARKS)) {
      const numbers = mark.match(/\d+/g)!.map(Number);
      if (!numbers.every(number => sources[number - 1])) continue;
      pieces.push(node.data.slice(end, index));
      for (const number of numbers) pieces.push(createMark(number, sources[number - 1]!, strings));
      end = index + mark.length;
    }
    if (end > 0) node.replaceWith(...pieces, node.data.slice(end));
  }
}

function createMark(
  number: number,
  source: CitationPart,
  strings: Pick<Strings, 'source'>,
): HTMLButtonElement {
  const mark = document.createElement('button');
  const title = withoutBidiMarks(source.title);
  mark.type = 'button';
  mark.className = 'citation-mark';
  mark.ariaLabel = strings.source(number, title);
  mark.ariaExpanded = 'false';
  const label = document.createElement('span');
  label.textContent = `${number}`;
  mark.append(label);
  showOnHoverAndFocus(mark, source);
  let quote: HTMLElement | undefined;
  mark.addEventListener('click', () => {
    if (quote?.isConnected) quote.remove();
    else {
      quote ??= createQuote(source);
      mark.setAttribute('aria-controls', quote.id);
      showBelow(mark, quote);
    }
    mark.ariaExpanded = `${quote.isConnected}`;
  });
  return mark;
}

function createQuote(source: CitationPart): HTMLElement {
  const quote = document.createElement('div');
  quote.id = `agent-chat-cited-${++quotes}`;
  quote.className = 'source cited';
  quote.dir = 'auto';
  render(renderSource(source), quote);
  return quote;
}

/** Puts a quote below the paragraph of its mark; in a list item or a cell, before the next inner block. */
function showBelow(mark: Element, quote: Element): void {
  const block = mark.closest(BLOCKS)!;
  if (block.matches('p, h1, h2, h3, h4, h5, h6')) {
    block.after(quote);
    return;
  }
  let last: Element = mark;
  while (last.parentElement !== block) last = last.parentElement!;
  let next: ChildNode | null = last.nextSibling;
  while (next && !(next instanceof Element && next.matches(INNER_BLOCKS))) next = next.nextSibling;
  block.insertBefore(quote, next);
}
