/**
 * Waits for a condition, looking once a frame, for as long as the tests of the chat do: a busy machine takes more than
 * the second that the helper of this name has in `@open-wc/testing`.
 */
export async function waitUntil(
  condition: () => unknown,
  what: string = condition.toString(),
): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`never came: ${what}`);
    await new Promise(requestAnimationFrame);
  }
}
