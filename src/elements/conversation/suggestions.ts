import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { ChatMessage } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { isSuggestionsPart } from '../../protocol/message.ts';

export { suggestionStyles as styles } from './styles/suggestion-styles.ts';

/** The settings' queries before the first message, then the last reply's own. */
export function renderSuggestions(
  messages: readonly ChatMessage[],
  queries: readonly string[],
  strings: Strings,
): TemplateResult | undefined {
  const last = messages.at(-1);
  const given = last ? last.parts.filter(isSuggestionsPart).flatMap(part => part.queries) : queries;
  // Blank texts would be buttons without a name.
  const texts = given.filter(text => text.trim());
  if (texts.length === 0) return undefined;
  return html`<div part="suggestions" class="suggestions" role="group" aria-label=${strings.suggestedQuestions}>
    ${texts.map(
      text =>
        html`<button type="button" part="suggestion" class="suggestion" dir="auto" data-action="suggestion" data-text=${text}>${text}</button>`,
    )}
  </div>`;
}
