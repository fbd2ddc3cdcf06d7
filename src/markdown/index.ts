/** The full reader. `simple-markdown.ts` and `safe-url.ts` are entries of their own, for code that loads before it. */
export { MarkdownStream, renderMarkdown } from './markdown-stream.ts';
export type {
  FormulaRenderer,
  Highlighter,
  LinkTarget,
  MarkdownOptions,
  MarkdownStrings,
  PageMarkdownOptions,
} from './options.ts';
export { PacedMarkdown } from './paced-markdown.ts';
