import type { MarkedToken } from 'marked';
import { highlightCode } from './code-block.ts';
import { type Drawn, forget, reconcile } from './drawn.ts';
import { continued, FROZEN_NOTHING, type Frozen, freezeLines, freezeParagraph } from './freeze.ts';
import { holdBack, holdBackFence } from './hold-back.ts';
import { LateReferences } from './late-references.ts';
import {
  collectDefinitions,
  type Definitions,
  definitionsLike,
  drawnTokens,
  endsInCode,
  lexBlocks,
} from './lex.ts';
import type { MarkdownOptions } from './options.ts';
import { MarkdownPainter } from './painter.ts';

/** From this length on (UTF-16 units), a block no rule can cut is looked at again only when it grew by a part. */
const LONG_BLOCK = 4096;
const GROWTH = 1 / 32;

/** After a look that took longer than this (ms) comes a rest of so many times its length. */
const SLOW = 8;
const REST = 3;

/** What was left for later is shown after this (ms), when nothing else comes. */
const PAUSE = 100;

/**
 * Draws an answer while it arrives. Finished blocks are parsed and drawn once and keep their nodes for good; only the
 * last block may still change. Markers that are not decided yet are held back, so nothing flashes.
 */
export class MarkdownStream {
  readonly #container: HTMLElement;
  readonly #options: MarkdownOptions;
  readonly #painter: MarkdownPainter;
  readonly #late: LateReferences;
  readonly #definitions: Definitions = definitionsLike();
  /** What of the last block is drawn and may change. */
  readonly #drawn: Drawn[] = [];
  /** Source of the last block that is not frozen yet. */
  #tail = '';
  #frozen: Frozen = FROZEN_NOTHING;
  /** The tokens of the tail's whole lines. */
  #lines: readonly MarkedToken[] = [];
  /** Lengths of the tail when its whole lines, and all of it, were last looked at. */
  #linesSeen = 0;
  #seen = 0;
  /** How many definitions the tail held when it was last drawn. */
  #ownDefinitions = 0;
  /** Until when nothing is looked at, by `performance.now()`. */
  #rest = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #finished = false;

  /** @param container is emptied; from then on only this stream writes into it */
  constructor(container: HTMLElement, options: MarkdownOptions = {}) {
    this.#container = container;
    this.#options = options;
    this.#painter = new MarkdownPainter(options);
    this.#late = new LateReferences(this.#painter, this.#definitions);
    container.classList.add('md');
    container.replaceChildren();
  }

  /** Adds the next piece of the answer, of any length. Once a frame is often enough. */
  append(text: string): void {
    if (this.#finished || text === '') return;
    this.#tail = cleanEnd(this.#tail, text);
    if (performance.now() < this.#rest || !this.#isDue(this.#seen))
      this.#later ??= setTimeout(this.#look, PAUSE);
    else this.#look();
  }

  readonly #look = (): void => {
    clearTimeout(this.#later);
    this.#later = undefined;
    const started = performance.now();
    const lines = this.#tail.lastIndexOf('\n') + 1;
    if (lines > this.#linesSeen && this.#isDue(this.#linesSeen)) this.#settle(lines);
    this.#draw();
    const cost = performance.now() - started;
    this.#rest = cost > SLOW ? performance.now() + cost * REST : 0;
  };

  /** The answer is whole: what was held back is shown as what it is. Later text is ignored. */
  finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#later);
    this.#tail = this.#tail.replace(/\r$/, '\n');
    const tokens = this.#lex(this.#tail);
    this.#show(tokens);
    collectDefinitions(tokens, this.#definitions);
    this.#close(this.#drawn.splice(0));
    this.#late.resolve();
    this.#tail = '';
  }

  /** Looks at the whole lines of the tail: closes all blocks but the last and freezes what it can of that. */
  #settle(lines: number): void {
    const tokens = this.#lex(this.#tail.slice(0, lines));
    this.#show(tokens);
    const last = tokens.findLastIndex(token => token.type !== 'space');
    const closed = tokens.slice(0, Math.max(0, last));
    if (closed.length > 0) {
      this.#tail = this.#tail.slice(this.#unread(closed));
      lines = this.#tail.lastIndexOf('\n') + 1;
      this.#frozen = FROZEN_NOTHING;
      this.#ownDefinitions = 0;
      collectDefinitions(closed, this.#definitions);
      this.#close(this.#drawn.splice(0, drawnTokens(closed).length));
      this.#late.resolve();
    }
    const drawn = this.#drawn[0];
    if (drawn && this.#drawn.length === 1) {
      if (drawn.token.type === 'table') this.#late.note(drawn);
      const frozen = freezeLines(drawn, this.#tail, lines, this.#frozen, tokens.at(-1)?.type === 'space');
      if (frozen) {
        this.#close(frozen.closed);
        this.#tail = frozen.tail;
        this.#frozen = frozen.frozen;
      }
    }
    this.#lines = tokens.slice(closed.length);
    this.#linesSeen = this.#tail.lastIndexOf('\n') + 1;
    this.#seen = 0;
  }

  #draw(): void {
    this.#seen = this.#tail.length;
    const isCode = endsInCode(this.#lines, this.#tail);
    let tokens = this.#lex(isCode ? holdBackFence(this.#tail) : holdBack(this.#tail));
    if (!isCode && endsInCode(tokens, this.#tail)) tokens = this.#lex(holdBackFence(this.#tail));
    this.#show(tokens);
    const drawn = this.#drawn[0];
    if (tokens[0]?.type !== 'paragraph' || tokens.length > 1 || !drawn) return;
    const cut = freezeParagraph(drawn, this.#painter);
    if (cut === 0) return;
    this.#tail = this.#tail.slice(cut);
    this.#frozen = { kind: 'paragraph' };
    this.#lines = [];
    this.#linesSeen = 0;
    this.#seen = 0;
  }

  #show(tokens: readonly MarkedToken[]): void {
    reconcile(this.#container, this.#drawn, drawnTokens(tokens), this.#painter);
  }

  #lex(source: string): MarkedToken[] {
    // A copy, for a definition that is not whole yet must not win over what it becomes.
    const definitions = source.includes(']:') ? definitionsLike(this.#definitions) : this.#definitions;
    const known = Object.keys(this.#definitions).length;
    const tokens = continued(this.#frozen, source, text => lexBlocks(text, definitions), this.#drawn[0]);
    const own = Object.keys(definitions).length - known;
    if (own !== this.#ownDefinitions) for (const drawn of this.#drawn) forget(drawn);
    this.#ownDefinitions = own;
    return tokens;
  }

  /** How much of the tail the closed tokens were made of. */
  #unread(closed: readonly MarkedToken[]): number {
    return closed.reduce((sum, token) => sum + token.raw.length, 0);
  }

  #isDue(seen: number): boolean {
    const { length } = this.#tail;
    return length < LONG_BLOCK || length - seen > length * GROWTH;
  }

  /** Blocks that are final: their texts are joined, open references noted, code coloured. */
  #close(blocks: readonly Drawn[]): void {
    for (const drawn of blocks) {
      drawn.node.normalize();
      this.#late.note(drawn);
      const { highlight } = this.#options;
      if (!highlight || !(drawn.node instanceof Element)) continue;
      const node = drawn.node;
      const codes = node.matches('.md-code') ? [node] : node.querySelectorAll('.md-code');
      for (const code of codes) void highlightCode(code, highlight);
    }
  }
}

/** Draws a whole answer at once; the same nodes as streaming it in any pieces. */
export function renderMarkdown(container: HTMLElement, text: string, options: MarkdownOptions = {}): void {
  const stream = new MarkdownStream(container, options);
  stream.append(text);
  stream.finish();
}

/** Appends with line ends and NULs as CommonMark wants them, also when a line end is cut in two. */
function cleanEnd(tail: string, text: string): string {
  if (tail.endsWith('\r')) {
    tail = tail.slice(0, -1);
    text = `\r${text}`;
  }
  return tail + text.replace(/\r\n|\r(?!$)/g, '\n').replaceAll('\0', '\ufffd');
}
