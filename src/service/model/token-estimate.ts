const BYTES_PER_TOKEN = 3;
const encoder = new TextEncoder();

/**
 * About how many tokens a model counts for a text: one for each 3 bytes of UTF-8. English has some 4 bytes to a token
 * and Chinese or Japanese some 3, so the estimate is rather too high than too low, whichever the tokenizer.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length / BYTES_PER_TOKEN);
}

/** The beginning of a text within a number of tokens, ending in `…` when some was left out. */
export function shorten(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const room = new Uint8Array(Math.max(0, tokens * BYTES_PER_TOKEN - ELLIPSIS_BYTES));
  const { read } = encoder.encodeInto(text, room);
  return `${text.slice(0, read)}…`;
}

const ELLIPSIS_BYTES = 3;
