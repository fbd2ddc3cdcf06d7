import type { TemplateResult } from 'lit';
import type { ToolRequest } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../../markdown/index.ts';
import type { Part, UnknownPart } from '../../../protocol/message.ts';

/** The message the parts are in. */
export interface PartContext {
  readonly strings: Strings;
  /** Where links open, and which images may load. */
  readonly markdown: PageMarkdownOptions;
  /** Renderers of the page, by part type. */
  readonly renderers: ReadonlyMap<string, PagePartRenderer>;
  /** Calls that wait for the visitor's word. */
  readonly requests: readonly ToolRequest[];
  /** Draws the message again once this is done: code that a part is drawn with is on its way. */
  readonly fetching: (coming: Promise<unknown>) => void;
  /** The view of its nth text, the same for as long as the message is on screen. */
  textView(nth: number): { settle(text: string): HTMLElement };
}

/** Draws one part of a type the page registered. Text is drawn as text, never as HTML. */
export type PagePartRenderer = (part: UnknownPart) => Node | string | false | null | undefined;

export type Drawing = TemplateResult | Node | undefined;

/** How one type of part is drawn. A new type is a file with one of these and a row in the part table. */
export interface PartRenderer {
  /** False for data this version can't draw; it stays in the message all the same. */
  accepts(part: Part): boolean;
  /** Draws neighbours of this type together, for instance all sources as one list. `nth` such run there, from 0. */
  draw(parts: readonly Part[], context: PartContext, nth: number): Drawing;
}
