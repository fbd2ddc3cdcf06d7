import { en } from '../../../src/locales/en.ts';
import {
  type MarkdownOptions,
  MarkdownStream,
  renderMarkdown as renderIn,
} from '../../../src/markdown/index.ts';

/** Draws a whole answer for a reader of English. */
export function renderMarkdown(
  container: HTMLElement,
  text: string,
  options?: Partial<MarkdownOptions>,
): void {
  renderIn(container, text, { strings: en, ...options });
}

/** Draws an answer for a reader of English as it arrives. */
export function openStream(container: HTMLElement, options?: Partial<MarkdownOptions>): MarkdownStream {
  return new MarkdownStream(container, { strings: en, ...options });
}
