import type { MarkedToken, Tokens } from 'marked';
import { type Drawn, reconcile } from './drawn.ts';
import { type Definitions, lexInline, normaliseLabel } from './lex.ts';
import { insideOf, type MarkdownPainter } from './painter.ts';

/** A finished element with the source its inline content came from. */
interface Waiting {
  element: Element;
  token: MarkedToken;
}

/**
 * References (`[text][label]`) whose definition comes later in the answer. They show as text; when the definition
 * arrives, the inside of just the paragraph, heading, cell or item that holds one is drawn again.
 */
export class LateReferences {
  readonly #painter: MarkdownPainter;
  readonly #definitions: Definitions;
  readonly #waiting = new Map<string, Set<Waiting>>();

  constructor(painter: MarkdownPainter, definitions: Definitions) {
    this.#painter = painter;
    this.#definitions = definitions;
  }

  /** Remembers what in a finished block may be a reference to something not defined yet. */
  note(drawn: Drawn): void {
    const { token, node, kids } = drawn;
    if (token.type === 'table') this.#noteTable(token, node as Element);
    else if (token.type === 'paragraph' || token.type === 'heading')
      this.#wait(node as Element, token, token.text);
    else if (token.type === 'list_item') {
      const texts = token.tokens.filter(kid => kid.type === 'text').map(kid => (kid as Tokens.Text).text);
      this.#wait(node as Element, token, texts.join('\n'));
    }
    if (token.type !== 'table') for (const kid of kids) this.note(kid);
  }

  /** Draws what waited for definitions that are known by now. */
  resolve(): void {
    if (this.#waiting.size === 0) return;
    for (const [label, waiting] of this.#waiting) {
      if (!(label in this.#definitions)) continue;
      this.#waiting.delete(label);
      for (const each of waiting) this.#redraw(each);
    }
  }

  #wait(element: Element, token: MarkedToken, text: string): void {
    if (!text.includes('[')) return;
    for (const [, label] of text.matchAll(/\[((?:[^[\]\\]|\\.)+)\]/gs)) {
      const key = normaliseLabel(label!);
      if (key in this.#definitions) continue;
      const waiting = this.#waiting.get(key) ?? new Set();
      waiting.add({ element, token });
      this.#waiting.set(key, waiting);
    }
  }

  #noteTable(token: Tokens.Table, node: Element): void {
    const rows = [token.header, ...token.rows];
    const elements = [...node.querySelectorAll('tr')];
    // Rows that were let go are at the start of the body; those of the token are its end.
    const skipped = elements.length - rows.length;
    for (const [index, cells] of rows.entries()) {
      const row = elements[index === 0 ? 0 : index + skipped]!;
      for (const [column, cell] of cells.entries()) {
        const inline = {
          type: 'paragraph',
          raw: cell.text,
          text: cell.text,
          tokens: cell.tokens,
        } as Tokens.Paragraph;
        this.#wait(row.cells[column]!, inline, cell.text);
      }
    }
  }

  #redraw({ element, token }: Waiting): void {
    if (token.type === 'list_item') {
      for (const kid of token.tokens as MarkedToken[]) if (kid.type === 'text') this.#lexAgain(kid);
    } else this.#lexAgain(token as Tokens.Paragraph);
    element.replaceChildren();
    const kids: Drawn[] = [];
    reconcile(element, kids, insideOf(token), this.#painter);
    element.normalize();
    for (const kid of kids) this.note(kid);
  }

  #lexAgain(token: Tokens.Paragraph | Tokens.Heading | Tokens.Text): void {
    const first = token.tokens?.[0];
    const inline = lexInline(token.text, this.#definitions);
    token.tokens = first?.type === 'checkbox' ? [first, ...inline] : inline;
  }
}
