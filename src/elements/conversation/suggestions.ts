import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ConversationState } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { isSuggestionsPart } from '../../protocol/message.ts';

/** A suggestion that ends like this is put into the composer to be completed; any other is sent. */
const OPEN_END = /(?:…|\.\.\.)$/u;

/** What may be asked with one press now: the settings' queries before the first message, then the last reply's own. */
export function currentSuggestions(state: ConversationState, queries: readonly string[]): readonly string[] {
  if (state.turn) return [];
  const last = state.messages.at(-1);
  if (!last) return queries;
  return last.parts.filter(isSuggestionsPart).flatMap(part => part.queries);
}

/** The text to fill in for a suggestion that is only the beginning of a question. */
export function unfinished(suggestion: string): string | undefined {
  return OPEN_END.test(suggestion) ? `${suggestion.replace(OPEN_END, '').trimEnd()} ` : undefined;
}

export function renderSuggestions(
  suggestions: readonly string[],
  strings: Strings,
): TemplateResult | typeof nothing {
  if (suggestions.length === 0) return nothing;
  return html`<div part="suggestions" class="suggestions" role="group" aria-label=${strings.suggestedQuestions}>
    ${suggestions.map(
      text =>
        html`<button type="button" part="suggestion" class="suggestion" dir="auto" data-action="suggestion" data-text=${text}>${text}</button>`,
    )}
  </div>`;
}
