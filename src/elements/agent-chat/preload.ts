/** Long enough after the page's own work that a visitor's network and processor are idle. */
const QUIET_MS = 4000;

/**
 * Calls when the conversation is wanted without anybody having pressed anything: `rejoin` where a reply was running
 * when the last page was left, or a link in the chat led here; `preload` after a while, unless the visitor saves data.
 * Nothing of it is in the task that loads the script: the first look into the storage alone takes milliseconds there,
 * and a framework may name the agent only then.
 */
export function whenWanted(chat: { agentId: string }, rejoin: () => void, preload: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const timers = [
    setTimeout(() => isAwaited(chat.agentId) && rejoin()),
    setTimeout(() => connection?.saveData || preload(), QUIET_MS),
  ];
  return () => timers.forEach(clearTimeout);
}

/** Where a conversation is kept for the visit alone, its running turn is in the other storage. */
function isAwaited(agentId: string): boolean {
  const own = `agent-chat:${encodeURIComponent(agentId)}:`;
  try {
    const keys = [localStorage, sessionStorage].flatMap(Object.keys);
    return keys.some(key => key.startsWith(own) && key.includes(':turn:'));
  } catch {
    // Storage is blocked: nothing was kept either.
    return false;
  }
}
