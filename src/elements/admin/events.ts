import type { SettingsPatch } from '../../protocol/settings.ts';

export interface SavedNotice {
  patch: SettingsPatch;
  version: number | undefined;
}

/** The events of `<agent-chat-admin>`. All of them bubble and are composed. */
export interface AgentChatAdminEvents {
  /** A save was accepted. `patch` holds the changes, `version` the new number of the settings. */
  'agent-chat-admin-save': CustomEvent<SavedNotice>;
  /** Something failed; compare `code`. */
  'agent-chat-admin-error': CustomEvent<{ code: string; message: string }>;
}

/** Dispatches a public event. */
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
