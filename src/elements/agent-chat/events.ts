import type { ChatMessage, FeedbackValue, Lead } from '../../client/index.ts';

/** What each event of `<agent-chat>` tells. All bubble and cross shadow roots. */
export interface AgentChatEvents {
  /** The launcher, or the inline conversation, can be used. */
  'agent-chat-ready': CustomEvent<void>;
  /** About to open. Cancelable. `reason` is what opened it. */
  'agent-chat-open': CustomEvent<{ reason: OpenReason }>;
  /** Has closed. */
  'agent-chat-close': CustomEvent<void>;
  /** A message is about to be sent. Cancelable; `text` may be changed. */
  'agent-chat-send': CustomEvent<{ text: string }>;
  /** A reply is complete, or as complete as it gets. */
  'agent-chat-reply': CustomEvent<{ message: ChatMessage; conversationId: string | undefined }>;
  /** The lead form was sent. Fields that were left empty, or that the form does not have, are missing. */
  'agent-chat-lead': CustomEvent<Lead>;
  /** The visitor judged a reply; once more, with the `reason`, if they give one. `key` is that of the message. */
  'agent-chat-feedback': CustomEvent<{
    messageId: string;
    key: string;
    value: FeedbackValue;
    reason?: string;
  }>;
  /** Something failed; compare `code`. */
  'agent-chat-error': CustomEvent<{ code: string; message: string }>;
  /** A link is about to be followed. Cancelable, so that a router can take it. */
  'agent-chat-link': CustomEvent<{ url: string; sameOrigin: boolean }>;
  /** A tool of the page is about to be run. Cancelable. */
  'agent-chat-tool': CustomEvent<{ name: string; input: unknown }>;
  /** The number of unread replies changed. */
  'agent-chat-unread': CustomEvent<{ count: number }>;
  /** The visitor agreed to the owner's text. */
  'agent-chat-consent': CustomEvent<void>;
}

export type AgentChatEventName = keyof AgentChatEvents;
export type OpenReason = 'visitor' | 'page' | 'automatic';

const CANCELABLE = /(open|send|link|tool)$/;

/** Sends a public event. False when a listener of the page said no. */
export function emit<N extends AgentChatEventName>(
  element: EventTarget,
  name: N,
  // Nothing where the event has nothing to tell.
  ...detail: AgentChatEvents[N]['detail'] extends void ? [] : [AgentChatEvents[N]['detail']]
): boolean;
export function emit(element: EventTarget, name: AgentChatEventName, detail?: unknown): boolean {
  return element.dispatchEvent(
    new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: CANCELABLE.test(name) }),
  );
}

declare global {
  interface HTMLElementEventMap extends AgentChatEvents {}
  interface DocumentEventMap extends AgentChatEvents {}
  interface WindowEventMap extends AgentChatEvents {}
}
