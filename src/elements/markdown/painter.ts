import type { MarkedToken, Tokens } from 'marked';
import { createCodeBlock, growCodeBlock } from './code-block.ts';
import { type Drawn, type Painter, reconcile } from './drawn.ts';
import { drawnTokens } from './lex.ts';
import { createImage, createLink, imageName } from './links.ts';
import { type MarkdownOptions, markdownStrings } from './options.ts';
import { plainText, textOf } from './plain-text.ts';
import { withoutBidiMarks } from './safe-url.ts';
import { createTable, growRows } from './table.ts';

const TAGS = {
  em: 'em',
  strong: 'strong',
  del: 'del',
  blockquote: 'blockquote',
  hr: 'hr',
  br: 'br',
} as const;

/** Turns tokens into nodes, one by one; no text of an answer is ever read as HTML. */
export class MarkdownPainter implements Painter {
  readonly #options: MarkdownOptions;
  #insideLink = false;

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  create(token: MarkedToken): Drawn {
    switch (token.type) {
      case 'link':
        return this.#link(token);
      case 'image':
        return { token, node: this.#image(token), kids: [] };
      case 'codespan':
        return { token, node: element('code', token.text), kids: [] };
      case 'checkbox':
        return { token, node: this.#checkbox(token), kids: [] };
      case 'code':
        return { token, node: createCodeBlock(token, this.#strings), kids: [] };
      case 'table':
        return { token, ...createTable(token, this.#strings, this) };
      case 'html':
        return {
          token,
          node: token.block ? rawHtml(token.raw) : document.createTextNode(token.raw),
          kids: [],
        };
      case 'text':
      case 'escape':
        if (!('tokens' in token && token.tokens)) {
          return { token, node: document.createTextNode(textOf(token)), kids: [] };
        }
    }
    return this.#filled(token, element(tagOf(token)));
  }

  patch(drawn: Drawn, token: MarkedToken): boolean {
    const before = drawn.token;
    if (drawn.frozen && token.type === 'heading') becomeHeading(drawn, element(tagOf(token)));
    else if (before.type !== token.type) return false;
    switch (token.type) {
      case 'text':
        if (!(drawn.node instanceof Text)) break;
        drawn.node.data = textOf(token);
        return true;
      case 'code':
        return growCodeBlock(drawn.node as Element, before as Tokens.Code, token);
      case 'table':
        if (headOf(before as Tokens.Table) !== headOf(token)) return false;
        growRows(drawn.node as Element, drawn.kids, token, this);
        return true;
      case 'heading':
        if (before.type === 'heading' && before.depth !== token.depth) return false;
        break;
      case 'list':
        if (!drawn.frozen && (before as Tokens.List).start !== token.start) return false;
        break;
      case 'paragraph':
      case 'em':
      case 'strong':
      case 'del':
      case 'blockquote':
      case 'list_item':
        break;
      default:
        return false;
    }
    reconcile(drawn.node, drawn.kids, insideOf(token), this);
    return true;
  }

  #filled(token: MarkedToken, node: HTMLElement): Drawn {
    if (token.type === 'list' && token.ordered && token.start !== 1)
      (node as HTMLOListElement).start = Number(token.start);
    const kids: Drawn[] = [];
    reconcile(node, kids, insideOf(token), this);
    return { token, node, kids };
  }

  #link(token: Tokens.Link): Drawn {
    const made = createLink(token, this.#options.links ?? 'auto');
    if (!made)
      return { token, node: document.createTextNode(plainText(token.tokens as MarkedToken[])), kids: [] };
    const { element, link } = made;
    if ('autolink' in token) {
      element.textContent = link.disguised
        ? link.href
        : withoutBidiMarks(plainText(token.tokens as MarkedToken[]));
      return { token, node: element, kids: [] };
    }
    this.#insideLink = true;
    const drawn = this.#filled(token, element);
    this.#insideLink = false;
    return drawn;
  }

  #image(token: Tokens.Image): ChildNode {
    const image = createImage(token, this.#options.imageHosts ?? []);
    if (image) return image;
    const name = imageName(token) || this.#strings.image;
    const link = this.#insideLink ? undefined : createLink(token, this.#options.links ?? 'auto');
    if (!link) return document.createTextNode(name);
    link.element.textContent = name;
    return link.element;
  }

  #checkbox(token: Tokens.Checkbox): HTMLInputElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.disabled = true;
    // As attribute too, so that the state survives copying and printing the nodes.
    box.defaultChecked = token.checked;
    box.setAttribute('aria-label', token.checked ? this.#strings.taskDone : this.#strings.taskOpen);
    return box;
  }

  get #strings() {
    return this.#options.strings ?? markdownStrings;
  }
}

/** The tokens inside a token that become its children. A tight list item has its text without a paragraph. */
export function insideOf(token: MarkedToken): MarkedToken[] {
  if (token.type === 'list') return token.items;
  if (!('tokens' in token) || !token.tokens) return [];
  const inside = drawnTokens(token.tokens as MarkedToken[]);
  if (inside[0]?.type === 'checkbox')
    inside.splice(1, 0, { type: 'text', raw: ' ', text: ' ', escaped: false });
  if (token.type !== 'list_item') return inside;
  return inside.flatMap(kid => (kid.type === 'text' && kid.tokens ? (kid.tokens as MarkedToken[]) : [kid]));
}

function tagOf(token: MarkedToken): string {
  switch (token.type) {
    case 'heading':
      return `h${token.depth}`;
    case 'list':
      return token.ordered ? 'ol' : 'ul';
    case 'list_item':
      return 'li';
    default:
      return TAGS[token.type as keyof typeof TAGS] ?? 'p';
  }
}

/** A long paragraph whose underline shows at its end that it was a heading. */
function becomeHeading(drawn: Drawn, heading: HTMLElement): void {
  heading.append(...drawn.node.childNodes);
  drawn.node.replaceWith(heading);
  drawn.node = heading;
}

function element(tag: string, text?: string): HTMLElement {
  const made = document.createElement(tag);
  if (/^(?:p|h\d|li|blockquote)$/.test(tag)) made.dir = 'auto';
  if (text !== undefined) made.textContent = text;
  return made;
}

function rawHtml(raw: string): HTMLElement {
  const made = element('p', raw.trimEnd());
  made.className = 'md-raw';
  return made;
}

function headOf(token: Tokens.Table): string {
  return JSON.stringify(token.header.map(cell => [cell.text, cell.align]));
}
