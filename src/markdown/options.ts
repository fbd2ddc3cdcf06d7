/** Texts that the reader adds: labels for assistive technology and buttons. */
export interface MarkdownStrings {
  /** Name of the button of a code block, and its visible text. */
  copyCode: string;
  copy: string;
  copied: string;
  codeBlock: (language: string) => string;
  table: string;
  image: string;
  taskDone: string;
  taskOpen: string;
}

/** Where a link opens. `auto`: links to the page's own origin stay in the tab, all others open a new one. */
export type LinkTarget = 'auto' | 'same' | 'new';

/**
 * Highlights a finished code block. Returns nodes whose text is exactly `code`, or `undefined` to leave it plain; a result
 * that changes the text is ignored.
 */
export type Highlighter = (
  code: string,
  language: string,
) => DocumentFragment | undefined | Promise<DocumentFragment | undefined>;

/**
 * Renders a complete formula, given as TeX without its delimiters. Returns a node, or `undefined` to leave the text as
 * it is written.
 */
export type FormulaRenderer = (tex: string, options: { display: boolean }) => Node | undefined;

/** How Markdown is rendered. */
export interface MarkdownOptions {
  strings: MarkdownStrings;
  links?: LinkTarget;
  /** Hosts that images may load from, such as `shop.example` or `localhost:3000`. Default: none; images become links. */
  imageHosts?: readonly string[];
  highlight?: Highlighter | undefined;
  renderFormula?: FormulaRenderer | undefined;
}

/** The options that the page sets. */
export type PageMarkdownOptions = Omit<MarkdownOptions, 'strings'>;
