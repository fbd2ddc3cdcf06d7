/** All that markdown could read as more than text: in doubt, too much rather than too little. */
const SYNTAX = /[\\`*_~[<&|@\t\r\0]|:\/\/|www\.|^ {0,3}(?:[-+=>#]|\d{1,9}[.)])|^ {4}| {2}\n/im;

/** The longest of these that may be cut in two, less one character: ` 123456789.` at the start of a line. */
const SEAM = 13;

/** Whether a text is more than plain paragraphs. */
export function needsFormatting(text: string): boolean {
  return SYNTAX.test(text);
}

/**
 * Draws a growing text that is nothing but paragraphs, in the nodes a formatted one would have. That needs no parser,
 * so an answer can be on screen before there is one.
 */
export class PlainParagraphs {
  readonly #container: HTMLElement;
  /** The last characters that were added. */
  #end = '';
  /** White space that belongs to a paragraph only if more of it comes. */
  #gap = '';
  #open: HTMLElement | undefined;

  /** @param container is empty and has the class `md`; only this writes into it */
  constructor(container: HTMLElement) {
    this.#container = container;
  }

  /** Adds the next piece, of any length. False, and nothing is added, when it takes more than paragraphs. */
  append(text: string): boolean {
    // What is cut off is no start of a line.
    const seam = this.#end.length < SEAM ? this.#end : `x${this.#end}`;
    if (needsFormatting(seam + text)) return false;
    this.#end = (this.#end + text).slice(-SEAM);
    const all = this.#gap + text;
    const body = all.slice(0, textEnd(all));
    this.#gap = all.slice(body.length);
    const [first = '', ...others] = body.split(/\n *\n[ \n]*/);
    this.#write(first);
    for (const paragraph of others) {
      this.#open = undefined;
      this.#write(paragraph);
    }
    return true;
  }

  #write(text: string): void {
    if (textEnd(text) === 0) return;
    // What a piece begins with parts two words of an open paragraph.
    const ended = (line: string, n: number): string => (n > 0 ? trim(line) : line.slice(0, textEnd(line)));
    const lines = text.split('\n').map(ended).join('\n');
    if (!this.#open) {
      this.#open = document.createElement('p');
      this.#open.dir = 'auto';
      this.#container.append(this.#open);
    }
    // What translates pages puts its own in the place of texts.
    const last = this.#open.lastChild;
    if (last instanceof Text) last.appendData(lines);
    else this.#open.append(last ? lines : trim(lines));
  }
}

/** Where the spaces and line ends at the end of a text begin. Other white space is text. */
function textEnd(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\n')) end--;
  return end;
}

function trim(text: string): string {
  return text.slice(0, textEnd(text)).replace(/^[ \n]+/, '');
}
