import type { TemplateResult } from 'lit';
import type { ToolRequest } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { Part } from '../../../protocol/message.ts';
import type { MarkdownOptions } from '../../markdown/index.ts';

/** What a renderer may use besides the parts themselves. */
export interface PartContext {
  strings: Strings;
  locale: string;
  /** How text is drawn. */
  markdown: MarkdownOptions;
  /** Calls that wait for the visitor's word. */
  requests: readonly ToolRequest[];
  /** Which run of its type in this message this is, from 0. */
  nth: number;
  /** Draws the message again once this is done: code that a part is drawn with is on its way. */
  fetching(coming: Promise<unknown>): void;
  /** Keeps something (a node, a stream) for as long as the message is on screen, so a redraw finds it again. */
  keep<T>(key: unknown, make: () => T): T;
}

export type Drawing = TemplateResult | Node | undefined;

/** How one type of part is drawn. A new type is a file with one of these and a row in the part table. */
export interface PartRenderer {
  /** False for data this version can't draw; it stays in the message all the same. */
  accepts(part: Part): boolean;
  /** Draws neighbours of this type together, for instance all sources as one list. */
  draw(parts: readonly Part[], context: PartContext): Drawing;
}
