import type { Action } from './reduce.ts';

/** Hears of each change, with what made it. */
export type ConversationListener = (action: Action) => void;

/** Tells all of them. */
export function tellAll(listeners: Iterable<ConversationListener>, action: Action): void {
  for (const listener of listeners) {
    try {
      listener(action);
    } catch (error) {
      // A mistake of the page is the page's: it shows in the console and ends nothing here.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
