export { renderMarkdown } from './markdown-stream.ts';
export {
  type Highlighter,
  type LinkTarget,
  type MarkdownOptions,
  type MarkdownStrings,
  markdownStrings,
} from './options.ts';
export { PacedMarkdown } from './paced-markdown.ts';
export { markdownStyles as styles } from './styles.ts';
