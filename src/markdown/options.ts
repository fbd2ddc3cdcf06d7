/** The words the reader puts into what it draws. */
export interface MarkdownStrings {
  copyCode: string;
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
 * Gives a finished code block its colours. Returns nodes whose text is exactly `code`, or `undefined` to leave it
 * plain; anything that changes the text is ignored.
 */
export type Highlighter = (
  code: string,
  language: string,
) => DocumentFragment | undefined | Promise<DocumentFragment | undefined>;

/** How text is drawn. */
export interface MarkdownOptions {
  strings: MarkdownStrings;
  links?: LinkTarget;
  /** Hosts (`shop.example`, `localhost:3000`) images may come from. Default: none, images become named links. */
  imageHosts?: readonly string[];
  highlight?: Highlighter | undefined;
}

/** What of that the page chooses. */
export type PageMarkdownOptions = Omit<MarkdownOptions, 'strings'>;
