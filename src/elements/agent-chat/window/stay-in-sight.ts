import type { WindowOwner } from '../window-contract.ts';
import { avoidElements } from './avoid-elements.ts';
import { riseWithDialogs } from './rise-with-dialogs.ts';

/** Keeps what floats of the chat in a visitor's sight, where the page has something that could be over it. */
export function start(owner: WindowOwner): () => void {
  const leave = [avoidElements(owner), riseWithDialogs(owner)];
  return () => {
    for (const end of leave) end();
  };
}
