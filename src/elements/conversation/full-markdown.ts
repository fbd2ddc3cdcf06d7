// What a message with any Markdown loads: the reader and the styles of its blocks, as one chunk.
export { PacedMarkdown, renderMarkdown } from '../../markdown/index.ts';
export { markdownStyles as styles } from './styles/markdown-styles.ts';
