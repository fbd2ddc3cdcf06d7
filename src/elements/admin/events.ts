import type { SavedNotice } from './session.ts';

/** What each event of `<agent-chat-admin>` tells. All bubble and cross shadow roots. */
export interface AgentChatAdminEvents {
  /** A save was accepted. `patch` is what changed; `version` the number of the settings since then. */
  'agent-chat-admin-save': CustomEvent<SavedNotice>;
  /** Something failed; compare `code`. */
  'agent-chat-admin-error': CustomEvent<{ code: string; message: string }>;
}

/** Sends a public event. */
export function emit<N extends keyof AgentChatAdminEvents>(
  panel: EventTarget,
  name: N,
  detail: AgentChatAdminEvents[N]['detail'],
): void {
  panel.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

declare global {
  interface HTMLElementEventMap extends AgentChatAdminEvents {}
  interface DocumentEventMap extends AgentChatAdminEvents {}
  interface WindowEventMap extends AgentChatAdminEvents {}
}
