import type { CSSResult } from 'lit';
import type { ChatMessage } from '../../client/index.ts';
import { withEnglish } from '../../locales/with-english.ts';
import { needsFullReader } from '../../markdown/simple-markdown.ts';
import { textOf } from '../../protocol/message.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import { Lazy } from './lazy.ts';
import { adoptStyles } from './shadow-root.ts';

/** The full Markdown reader. */
export const formatting = new Lazy(() => withEnglish(import('./message/markdown.ts')));

/** Parts other than text: citations, tool calls and the page's own. */
export const richParts = new Lazy(() => withEnglish(import('./parts/render-parts.ts')));

/** Everything the visitor can do with messages. */
export const interactions = new Lazy(() => withEnglish(import('./interactions.ts')));

/** Suggested questions, and the welcome. */
export const suggestions = new Lazy(async () => {
  const [module] = await Promise.all([import('./suggestions.ts'), interactions.load()]);
  return module;
});

/** Runs tools of the page. */
export const toolController = new Lazy(() => withEnglish(import('./tools/tool-controller.ts')));

/** Asks the visitor for a contact. */
export const leadController = new Lazy(() => withEnglish(import('./lead-form/lead-controller.ts')));

/** The owner's line below the composer. */
export const disclaimer = new Lazy(() => withEnglish(import('./disclaimer.ts')));

/** Greetings of single pages. */
export const pageGreetings = new Lazy(() => import('./page-greetings.ts'));

/** Adopts the styles of all loaded code into the shadow root of a node. */
export function adoptLoadedStyles(node: Node): void {
  const all: Lazy<{ styles: CSSResult }>[] = [formatting, richParts, interactions, suggestions, disclaimer];
  for (const { module } of all) if (module) adoptStyles(node, module.styles);
}

/** Whether there are suggestions: those of the settings before the first message, then those of the last reply. */
export function hasSuggestions(messages: readonly ChatMessage[], queries: readonly string[]): boolean {
  const last = messages.at(-1);
  return last ? last.parts.some(({ type }) => type === 'suggestions') : queries.length > 0;
}

/** Whether an empty conversation has a greeting to show. */
export function welcomes(messages: readonly ChatMessage[], settings: PublicSettings): boolean {
  return messages.length === 0 && settings.initialMessages.length > 0;
}

/**
 * Loads the code that these messages and settings need, so that the first rendering is the final one.
 * Undefined if everything is loaded. Never rejects: what cannot be loaded is not rendered, or rendered plainly.
 * @param messages the messages to restore; undefined if none are.
 */
export function loadCodeFor(
  messages: readonly ChatMessage[] | undefined,
  settings: PublicSettings,
): Promise<unknown> | undefined {
  const needed: Lazy<unknown>[] = settings.leadForm ? [leadController] : [];
  if (settings.disclaimer) needed.push(disclaimer);
  if (settings.pageGreetings.length > 0) needed.push(pageGreetings, suggestions);
  if (messages) {
    if (messages.length > 0) needed.push(interactions);
    if (hasSuggestions(messages, settings.suggestedQueries) || welcomes(messages, settings))
      needed.push(suggestions);
    if (messages.some(m => m.role === 'assistant' && needsFullReader(textOf(m.parts))))
      needed.push(formatting);
    if (messages.some(m => m.parts.some(({ type }) => type !== 'text'))) needed.push(richParts);
  }
  const missing = needed.filter(part => !part.module);
  return missing.length > 0 ? Promise.allSettled(missing.map(part => part.load())) : undefined;
}
