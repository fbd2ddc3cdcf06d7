import type { Leaf } from './leaf.ts';
import { type Line, trimmedEnd } from './line.ts';
import type { MarkdownContext, Place } from './markdown-context.ts';
import { TAG } from './tag.ts';

/** For HTML that ends with the next blank line. */
const BLANK = /^$/;
const BLOCK_TAG =
  /^<\/?(?:address|article|aside|base(?:font)?|blockquote|body|caption|center|col(?:group)?|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame(?:set)?|h[1-6]|head(?:er)?|hr|html|iframe|legend|li|link|main|menu(?:item)?|nav|noframes|ol|opt(?:group|ion)|p|param|search|section|summary|table|tbody|td|tfoot|th(?:ead)?|title|tr|track|ul)(?:[ \t]|\/?>|$)/i;
const LONE_TAG = new RegExp(`^${TAG.source}[ \\t]*$`);

/** When raw HTML that begins with this line ends; undefined where it is none. */
export function htmlEnd(line: string, insideParagraph: boolean): RegExp | undefined {
  if (/^<(?:script|pre|style|textarea)(?:[ \t]|>|$)/i.test(line)) return /<\/(?:script|pre|style|textarea)>/i;
  if (line.startsWith('<!--')) return /-->/;
  if (line.startsWith('<?')) return /\?>/;
  if (line.startsWith('<![CDATA[')) return /\]\]>/;
  if (/^<![A-Za-z]/.test(line)) return />/;
  return BLOCK_TAG.test(line) || (!insideParagraph && LONE_TAG.test(line)) ? BLANK : undefined;
}

/** Raw HTML, which is shown as the text it is. */
export class RawHtml implements Leaf {
  readonly #end: RegExp;
  readonly #element: HTMLElement;
  #line = '';
  /** What is not on screen yet. */
  #fresh = '';

  constructor(parent: Place, end: RegExp, context: MarkdownContext) {
    this.#end = end;
    this.#element = context.create('p');
    this.#element.className = 'md-raw';
    parent.append(this.#element);
  }

  takes(line: Line): 'all' | 'none' {
    return this.#end === BLANK && line.isBlank ? 'none' : 'all';
  }

  write(text: string): void {
    this.#line += text;
    this.#fresh += text;
  }

  endLine(): boolean {
    const isLast = this.#end !== BLANK && this.#end.test(this.#line);
    this.#line = '';
    this.#fresh += '\n';
    return isLast;
  }

  draw(): void {
    const end = trimmedEnd(this.#fresh);
    const text = this.#fresh.slice(0, end);
    // What translates pages puts its own in the place of texts.
    const last = this.#element.lastChild;
    if (last instanceof Text) last.appendData(text);
    else this.#element.append(text);
    this.#fresh = this.#fresh.slice(end);
  }

  close(): void {
    this.draw();
  }
}
