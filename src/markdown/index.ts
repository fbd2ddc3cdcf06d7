export { renderMarkdown } from './markdown-stream.ts';
export type { Highlighter, MarkdownOptions, MarkdownStrings, PageMarkdownOptions } from './options.ts';
export { PacedMarkdown } from './paced-markdown.ts';
