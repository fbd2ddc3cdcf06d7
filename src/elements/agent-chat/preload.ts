/** Long enough after the page's own work that a visitor's network and processor are idle. */
const QUIET_MS = 4000;

/**
 * Calls when the conversation's code is worth fetching without anybody having pressed anything: at once where a
 * reply was running when the last page was left, else after a while, unless the visitor saves data.
 */
export function whenWanted(agentId: string, then: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const timer = setTimeout(() => connection?.saveData || then(), QUIET_MS);
  try {
    const running = new RegExp(`^agent-chat:${agentId}:.*:turn:`);
    if (Object.keys(localStorage).some(key => running.test(key))) then();
  } catch {
    // Storage is blocked: nothing was kept either.
  }
  return () => clearTimeout(timer);
}
