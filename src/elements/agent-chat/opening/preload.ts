/** Milliseconds after which the visitor's network and processor are idle, after the page's own work. */
const PRELOAD_AFTER_MS = 4000;

/**
 * Loads the conversation without a press of the visitor: `resume` if a reply was running when the last page was left,
 * or if a link of the conversation led here; `preload` after a delay, unless the visitor saves data. Both run in later
 * tasks: the first access to storage takes milliseconds, and a framework may set the agent later.
 * @returns a function that cancels both
 */
export function schedulePreload(
  host: { agentId: string },
  resume: () => void,
  preload: () => void,
): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const timers = [
    setTimeout(() => hasStoredTurn(host.agentId) && resume()),
    setTimeout(() => connection?.saveData || preload(), PRELOAD_AFTER_MS),
  ];
  return () => timers.forEach(clearTimeout);
}

/** A turn is in either storage: with `persist="session"` it is in the session storage. */
function hasStoredTurn(agentId: string): boolean {
  const prefix = `agent-chat:${encodeURIComponent(agentId)}:`;
  try {
    const keys = [localStorage, sessionStorage].flatMap(Object.keys);
    return keys.some(key => key.startsWith(prefix) && key.includes(':turn:'));
  } catch {
    // Storage is blocked, so nothing was stored.
    return false;
  }
}
