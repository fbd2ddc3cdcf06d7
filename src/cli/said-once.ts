/**
 * What must be said once, at its place among the lines of a start, or at the end of one that failed before: no later
 * start says it. To be handed to `closingAfter` as soon as the secret is made.
 */
export function saidOnce(say: () => void): () => Promise<void> {
  let said = false;
  return async () => {
    if (!said) say();
    said = true;
  };
}
