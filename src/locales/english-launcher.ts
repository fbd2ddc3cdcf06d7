import type { LauncherStrings } from './strings.ts';

/** English for the closed launcher, so that it needs no further file. */
export const launcherEnglish: LauncherStrings = {
  openChat: 'Open chat',
  closeChat: 'Close chat',
  loadFailed: 'The chat couldn’t be loaded. Try again.',
};
