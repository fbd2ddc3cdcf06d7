import type { LauncherStrings } from './strings.ts';

/** English for the closed launcher, so that it needs no further file. */
export const launcherEn: LauncherStrings = {
  openChat: 'Open chat',
  closeChat: 'Close chat',
  unread: count => (count === 1 ? '1 unread message' : `${count} unread messages`),
  loadFailed: 'The chat did not load. Try again.',
};
