/** Words that only a reader of formatted answers meets. The view passes them in the visitor's language. */
export interface MarkdownStrings {
  /** Label of the button that copies a code block. */
  copyCode: string;
  /** Shown and spoken for a moment after the copy succeeded. */
  copied: string;
  /** Name of a code block; `language` is empty when the answer names none. */
  codeBlock: (language: string) => string;
  /** Name of a table that scrolls inside itself. */
  table: string;
  /** Name of an image that has none. */
  image: string;
  taskDone: string;
  taskOpen: string;
}

/** The default words, English. */
export const markdownStrings: MarkdownStrings = {
  copyCode: 'Copy code',
  copied: 'Copied',
  codeBlock: language => (language === '' ? 'Code' : `Code, ${language}`),
  table: 'Table',
  image: 'Image',
  taskDone: 'Done',
  taskOpen: 'To do',
};

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

/** How answers are drawn; every field has a safe default. */
export interface MarkdownOptions {
  links?: LinkTarget;
  /** Hosts (`shop.example`, `localhost:3000`) images may come from. Default: none, images become named links. */
  imageHosts?: readonly string[];
  strings?: MarkdownStrings;
  highlight?: Highlighter;
}
