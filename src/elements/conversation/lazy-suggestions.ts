import type { TemplateResult } from 'lit';
import type { ConversationState } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { areSuggested, suggestions } from './lazy-modules.ts';

/** What suggestions are drawn in. */
export interface SuggestionsHost {
  readonly settings: { suggestedQueries: readonly string[] };
  readonly strings: Strings;
  requestUpdate(): void;
}

/** What may be asked with one press now; undefined for nothing, or as long as its code is on its way. */
export function lazySuggestions(
  host: SuggestionsHost,
  { messages, turn }: ConversationState,
): TemplateResult | undefined {
  const queries = host.settings.suggestedQueries;
  if (turn || !areSuggested(messages, queries)) return undefined;
  return suggestions.for(host)?.renderSuggestions(messages, queries, host.strings);
}
