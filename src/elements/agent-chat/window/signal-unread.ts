import type { WindowOwner } from '../window-contract.ts';

/** Milliseconds that the code may take which the first answer is the reason to fetch. */
const ON_ITS_WAY = 10_000;

/**
 * Tells a visitor who looks elsewhere that an answer is there, where the page asks for it: `unread-sound` by a sound,
 * `app-badge` by the number on the icon of the installed site. @returns the way to stop that.
 */
export function signalUnread(owner: WindowOwner): () => void {
  const wants = (name: string): boolean => (owner.getAttribute(name) ?? 'false') !== 'false';
  let heard = isNew(owner) ? 0 : owner.unread;
  const signal = (): void => {
    const { unread } = owner;
    if (wants('app-badge')) navigator.setAppBadge?.(unread).catch(() => {});
    if (unread > heard && wants('unread-sound'))
      import('./chime.ts')
        .then(code => code.chime(owner.agentId))
        // A page can have used up the browser's sounds. The number on the launcher is there all the same.
        .catch(() => {});
    heard = unread;
  };
  owner.addEventListener('agent-chat-unread', signal);
  signal();
  return () => owner.removeEventListener('agent-chat-unread', signal);
}

/** Whether the last answer has just come, or is one of an earlier visit. */
function isNew({ messages }: WindowOwner): boolean {
  return Date.now() - (messages.at(-1)?.createdAt ?? 0) < ON_ITS_WAY;
}
