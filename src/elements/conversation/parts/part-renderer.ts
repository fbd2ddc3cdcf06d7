import type { TemplateResult } from 'lit';
import type { ToolRequest } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../../markdown/index.ts';
import type { Part, UnknownPart } from '../../../protocol/message.ts';

/** The element of the message that contains the parts. */
export interface PartContext extends Element {
  readonly strings: Strings;
  /** Where links open, and which images may load. */
  readonly markdown: PageMarkdownOptions;
  /** Renderers of the page, by part type. */
  readonly renderers: ReadonlyMap<string, PagePartRenderer>;
  /** Tool calls that wait for the visitor's permission. */
  readonly requests: readonly ToolRequest[];
  /** Updates the message when code that a part needs has loaded. */
  readonly waitFor: (coming: Promise<unknown>) => void;
  /** The view of the nth text, which stays the same while the message exists. */
  textView(nth: number): {
    finalize(text: string, finish?: (element: HTMLElement) => void): HTMLElement;
  };
}

/** Renders a part of a type that the page registered. A string is rendered as text, never as HTML. */
export type PagePartRenderer = (part: UnknownPart) => Node | string | false | null | undefined;

export type RenderedPart = TemplateResult | Node | undefined;

/** Renders one type of part. A new type is a file with one of these and a row in the table of `render-parts.ts`. */
export interface PartRenderer {
  /** False for data that this version cannot render. The part stays in the message. */
  accepts(part: Part): boolean;
  /**
   * Renders adjacent parts of this type together, such as all sources in one list.
   * @param nth counts these runs from 0
   * @param message all parts of the message
   */
  render(parts: readonly Part[], context: PartContext, nth: number, message: readonly Part[]): RenderedPart;
}
