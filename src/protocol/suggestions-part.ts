/**
 * Questions that suggest themselves after a reply. An additive part; these fields are ours. In a file of its own, as
 * only what draws them has to tell them.
 */
export interface SuggestionsPart {
  type: 'suggestions';
  queries: string[];
}

export function isSuggestionsPart(part: { type: string }): part is SuggestionsPart {
  const { queries } = part as SuggestionsPart;
  return (
    part.type === 'suggestions' && Array.isArray(queries) && queries.every(query => typeof query === 'string')
  );
}
