import type { CSSResult } from 'lit';
import type { ChatMessage } from '../../client/index.ts';
import { withEnglish } from '../../locales/languages.ts';
import { needsFullReader } from '../../markdown/simple-markdown.ts';
import { textOf } from '../../protocol/message.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import { Lazy } from './lazy.ts';
import { adoptStyles } from './shadow-root.ts';

/** Formatted text: what is more than comes with the window. */
export const formatting = new Lazy(() => withEnglish(import('./message/markdown.ts')));

/** Sources, tool calls and what the page draws itself. */
export const richParts = new Lazy(() => withEnglish(import('./parts/render-parts.ts')));

/** What can be done once something has been said. */
export const interactions = new Lazy(() => withEnglish(import('./interactions.ts')));

/** What may be asked with one press, and what the press does. */
export const suggestions = new Lazy(async () => {
  const [module] = await Promise.all([import('./suggestions.ts'), interactions.fetch()]);
  return module;
});

/** The page's tools at work. */
export const toolController = new Lazy(() => withEnglish(import('./tools/tool-controller.ts')));

/** When to ask the visitor for a contact. */
export const leadController = new Lazy(() => withEnglish(import('./lead-form/lead-controller.ts')));

/** Gives the tree a node lives in the styles of what has been fetched. */
export function adoptFetched(node: Node): void {
  const fetched: Lazy<{ styles: CSSResult }>[] = [formatting, richParts, interactions, suggestions];
  for (const { now } of fetched) if (now) adoptStyles(node, now.styles);
}

/** Whether there is something to ask with one press: the settings' queries first, then the last reply's own. */
export function areSuggested(messages: readonly ChatMessage[], queries: readonly string[]): boolean {
  const last = messages.at(-1);
  return last ? last.parts.some(({ type }) => type === 'suggestions') : queries.length > 0;
}

/**
 * Fetches what these messages, and the form if there is one, are drawn with, so that they appear as they will stay.
 * Undefined when all of it is there. Never fails: what can't be had is not drawn, or plainly.
 * @param messages undefined while nothing is brought back.
 */
export function fetchMissing(
  messages: readonly ChatMessage[] | undefined,
  settings: PublicSettings,
): Promise<unknown> | undefined {
  const wanted: Lazy<unknown>[] = settings.leadForm ? [leadController] : [];
  if (messages) {
    if (messages.length > 0) wanted.push(interactions);
    if (areSuggested(messages, settings.suggestedQueries)) wanted.push(suggestions);
    if (messages.some(m => m.role === 'assistant' && needsFullReader(textOf(m.parts))))
      wanted.push(formatting);
    if (messages.some(m => m.parts.some(({ type }) => type !== 'text'))) wanted.push(richParts);
  }
  const missing = wanted.filter(part => !part.now);
  return missing.length > 0 ? Promise.allSettled(missing.map(part => part.fetch())) : undefined;
}
