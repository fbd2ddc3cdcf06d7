import type { ChatMessage, FeedbackValue, Lead } from '../../client/index.ts';

/** What opened the window: the visitor, a call of the page, or its markup or the agent's settings. */
export type OpenReason = 'visitor' | 'page' | 'automatic';

/** A row of the table: whether the event can be cancelled. `Detail` is a type only. */
type EventRow<Detail> = boolean & { detail?: Detail };

const event = <Detail = void>(): EventRow<Detail> => false as EventRow<Detail>;
const cancelable = <Detail>(): EventRow<Detail> => true as EventRow<Detail>;

/**
 * Every public event of `<agent-chat>`: its name, whether it can be cancelled, the type of its detail, and what it
 * reports. All bubble and cross shadow roots. The types, the React props and the custom elements manifest derive from
 * this table.
 */
export const EVENTS = {
  /** The launcher, or the inline conversation, can be used. */
  'agent-chat-ready': event(),
  /** The window is about to open. `reason` is what opens it. */
  'agent-chat-open': cancelable<{ reason: OpenReason }>(),
  /** The window has closed. */
  'agent-chat-close': event(),
  /** A message is about to be sent. A listener may change `text`. */
  'agent-chat-send': cancelable<{ text: string }>(),
  /** A reply is complete, or as complete as it gets. */
  'agent-chat-reply': event<{ message: ChatMessage; conversationId: string | undefined }>(),
  /** The lead form was sent. Fields that are empty, or that the form does not have, are missing. */
  'agent-chat-lead': event<Lead>(),
  /** The visitor rated a reply; again with a `reason` if they give one. `key` is that of the message. */
  'agent-chat-feedback': event<{ messageId: string; key: string; value: FeedbackValue; reason?: string }>(),
  /** Something failed. Compare `code`, not `message`. */
  'agent-chat-error': event<{ code: string; message: string }>(),
  /** A link is about to be followed. Cancel it to let a router do that. */
  'agent-chat-link': cancelable<{ url: string; sameOrigin: boolean }>(),
  /** A tool of the page is about to run. */
  'agent-chat-tool': cancelable<{ name: string; input: unknown }>(),
  /** The number of unread replies changed. */
  'agent-chat-unread': event<{ count: number }>(),
  /** The visitor agreed to the consent text. */
  'agent-chat-consent': event(),
};

type Table = typeof EVENTS;
type DetailOf<Row> = Row extends EventRow<infer Detail> ? Detail : never;

export type AgentChatEventName = keyof Table;

/** The events by name, for `addEventListener` and for the types of frameworks. */
export type AgentChatEvents = { [Name in AgentChatEventName]: CustomEvent<DetailOf<Table[Name]>> };

/**
 * Dispatches a public event. Events without a detail take no third argument.
 * @returns false if a listener has cancelled it
 */
export function dispatch<Name extends AgentChatEventName>(
  element: EventTarget,
  name: Name,
  ...detail: DetailOf<Table[Name]> extends void ? [] : [DetailOf<Table[Name]>]
): boolean;
export function dispatch(element: EventTarget, name: AgentChatEventName, detail?: unknown): boolean {
  const options = { detail, bubbles: true, composed: true, cancelable: EVENTS[name] };
  return element.dispatchEvent(new CustomEvent(name, options));
}

declare global {
  interface HTMLElementEventMap extends AgentChatEvents {}
  interface DocumentEventMap extends AgentChatEvents {}
  interface WindowEventMap extends AgentChatEvents {}
}
