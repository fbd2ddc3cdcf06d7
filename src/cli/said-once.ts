/**
 * Says a new secret exactly once: at its place in the output of a start or, handed to `closingAfter` as soon as the
 * secret is made, at the end of a start that failed before that place. No later start can say it.
 */
export function saidOnce(say: () => void): () => Promise<void> {
  let said = false;
  return async () => {
    if (!said) say();
    said = true;
  };
}
