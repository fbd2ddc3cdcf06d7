/** A test may stop the time, but not that of its own waiting. */
const now = performance.now.bind(performance);
const later = setTimeout;

const LONGEST_WAIT_MS = 60_000;
const PAUSE_MS = 2;

/** Resolves when the condition holds: asks again and again, for at most a minute. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string = condition.toString(),
): Promise<void> {
  const end = now() + LONGEST_WAIT_MS;
  while (!(await condition())) {
    if (now() > end) throw new Error(`${what}: still not so after a minute`);
    await new Promise(resolve => later(resolve, PAUSE_MS));
  }
}
