import type { MarkedToken, Tokens } from 'marked';
import { freezeCode } from './code-block.ts';
import { type Drawn, FORGOTTEN, reconcile } from './drawn.ts';
import type { MarkdownPainter } from './painter.ts';

/** What the start of a long block became after its source was let go. */
export type Frozen = { kind: 'nothing' | 'lines' | 'paragraph' } | { kind: 'list'; loose: boolean };

export const FROZEN_NOTHING: Frozen = { kind: 'nothing' };

/** Stands for the frozen start of a paragraph, so that what follows is read as text inside it. */
const STAND_IN = 'a ';

/** A paragraph longer than this (UTF-16 units) is cut where no open syntax crosses. */
const LONG_PARAGRAPH = 1024;

/** Text this near to the end may still join with what comes. */
const NEAR_END = 128;

/** Lets go of the finished lines, rows or items of a block that still grows. `lines` is the length of whole lines. */
export function freezeLines(
  drawn: Drawn,
  tail: string,
  lines: number,
  frozen: Frozen,
  blankFollows: boolean,
): { tail: string; frozen: Frozen; closed: Drawn[] } | undefined {
  const { token } = drawn;
  if (token.type === 'list' && token.items.length > 1) {
    const items = token.items.slice(0, -1);
    const closed = drawn.kids.splice(0, items.length);
    const length = items.reduce((sum, item) => sum + item.raw.length, 0);
    drawn.token = { ...token, raw: FORGOTTEN };
    drawn.frozen = true;
    const loose = token.loose || (frozen.kind === 'list' && frozen.loose);
    return { tail: tail.slice(length), frozen: { kind: 'list', loose }, closed };
  }
  if (blankFollows) return undefined;
  const head = token.type === 'table' ? headLength(tail, 2) : headLength(tail, 1);
  if (lines <= head) return undefined;
  const rest = tail.slice(0, head) + tail.slice(lines);
  if (token.type === 'table') {
    drawn.kids.length = 0;
    drawn.token = { ...token, raw: FORGOTTEN, rows: [] };
  } else if (token.type === 'code' && token.codeBlockStyle !== 'indented' && !isClosedFence(token)) {
    freezeCode(drawn.node as Element);
    drawn.token = { ...token, raw: FORGOTTEN, text: '' };
  } else return undefined;
  return { tail: rest, frozen: { kind: 'lines' }, closed: [] };
}

/** Reads a tail whose beginning was frozen as the continuation it is. */
export function continued(
  frozen: Frozen,
  tail: string,
  lex: (source: string) => MarkedToken[],
  drawn: Drawn | undefined,
): MarkedToken[] {
  if (frozen.kind !== 'paragraph') {
    const tokens = lex(tail);
    const list = tokens[0];
    if (frozen.kind === 'list' && list?.type === 'list') {
      if (frozen.loose) loosen(list);
      else if (list.loose) {
        frozen.loose = true;
        if (drawn) loosenDrawn(drawn.node as Element, drawn.kids.length);
      }
    }
    return tokens;
  }
  const tokens = lex(STAND_IN + tail);
  const first = tokens[0] as Tokens.Paragraph;
  first.raw = first.raw.slice(STAND_IN.length);
  first.text = first.text.slice(STAND_IN.length);
  const text = first.tokens[0] as Tokens.Text;
  text.raw = text.raw.slice(STAND_IN.length);
  if (text.raw === '') first.tokens.shift();
  return tokens;
}

/** Lets go of the start of a long paragraph; returns how much of its source that was. */
export function freezeParagraph(drawn: Drawn, painter: MarkdownPainter): number {
  const token = drawn.token as Tokens.Paragraph;
  if (token.text.length < LONG_PARAGRAPH) return 0;
  const cut = cutPoint(token);
  if (cut === 0) return 0;
  const before: MarkedToken[] = [];
  let at = 0;
  for (const inline of token.tokens as MarkedToken[]) {
    if (at >= cut) break;
    const end = at + inline.raw.length;
    before.push(end > cut ? ({ ...inline, raw: inline.raw.slice(0, cut - at) } as MarkedToken) : inline);
    at = end;
  }
  reconcile(drawn.node, drawn.kids, before, painter);
  drawn.kids.length = 0;
  drawn.token = { ...token, raw: FORGOTTEN };
  drawn.frozen = true;
  return cut;
}

/** The last gap between words that no syntax, open or still to come, can cross. 0 when there is none. */
function cutPoint(token: Tokens.Paragraph): number {
  const limit = token.text.length - NEAR_END;
  let at = 0;
  let cut = 0;
  for (const inline of token.tokens as MarkedToken[]) {
    if (!isSettled(inline)) break;
    if (inline.type === 'text') {
      const gap = lastGap(inline.raw, limit - at);
      if (gap > 0) cut = at + gap;
    }
    at += inline.raw.length;
    if (at > limit) break;
  }
  return cut;
}

/** Just after the last single space between two words before `limit`. */
function lastGap(text: string, limit: number): number {
  let gap = text.lastIndexOf(' ', limit);
  while (gap > 0 && !(/\S/.test(text[gap - 1]!) && /[^\s*_~`[\]<!|]/.test(text[gap + 1] ?? ' '))) {
    gap = text.lastIndexOf(' ', gap - 1);
  }
  return gap > 0 ? gap + 1 : 0;
}

/** False while a marker that was read as text could still open something. */
function isSettled(token: MarkedToken): boolean {
  if (token.type === 'text') {
    return !/[*_~`[\]<|\\]/.test(token.raw.replace(/(?<=[^\W_])_+(?=[^\W_])|(?<=\s)[*_~](?=\s)/g, ''));
  }
  return !('tokens' in token) || !token.tokens || (token.tokens as MarkedToken[]).every(isSettled);
}

/** What marked does to a list in which a blank line separates items. */
function loosen(list: Tokens.List): void {
  if (list.loose) return;
  list.loose = true;
  for (const item of list.items) {
    item.loose = true;
    const tokens = item.tokens as MarkedToken[];
    for (const token of tokens) if (token.type === 'text') (token as MarkedToken).type = 'paragraph';
    const [box, text] = tokens;
    if (box?.type === 'checkbox' && text?.type === 'paragraph') {
      text.tokens.unshift(box);
      tokens.shift();
    }
  }
}

/** The same for items that are drawn and let go: their texts get paragraphs, their nodes stay. */
function loosenDrawn(list: Element, growing: number): void {
  for (const item of [...list.children].slice(0, list.children.length - growing)) {
    let paragraph: HTMLElement | undefined;
    for (const node of [...item.childNodes]) {
      const isBlock = node instanceof Element && node.matches('p,ul,ol,blockquote,h1,h2,h3,h4,h5,h6,hr,div');
      if (isBlock) paragraph = undefined;
      else {
        if (!paragraph) {
          paragraph = document.createElement('p');
          paragraph.dir = 'auto';
          node.before(paragraph);
        }
        paragraph.append(node);
      }
    }
  }
}

function headLength(source: string, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines; line++) {
    const end = source.indexOf('\n', at);
    if (end < 0) return source.length;
    at = end + 1;
  }
  return at;
}

function isClosedFence(token: Tokens.Code): boolean {
  return /\n {0,3}(?:`{3,}|~{3,})[ \t]*\n*$/.test(token.raw);
}
