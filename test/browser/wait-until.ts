/** A test may stop the time, but not that of its own waiting. */
const now = performance.now.bind(performance);

/**
 * Waits for a condition, looking once a frame, for 20 s: a busy machine takes more than the second that the helper of
 * this name has in `@open-wc/testing`.
 */
export async function waitUntil(
  condition: () => unknown,
  what: string = condition.toString(),
): Promise<void> {
  const end = now() + 20_000;
  while (!(await condition())) {
    if (now() > end) throw new Error(`never came: ${what}`);
    await new Promise(requestAnimationFrame);
  }
}
