/** Registers `<agent-chat>` and gives Preact's JSX the types of both tags. */
import type { HTMLAttributes, RefObject } from 'preact';
import type { AgentChat, AgentChatAttributes } from './agent-chat.ts';
import type { AgentChatAdmin, AgentChatAdminAttributes } from './agent-chat-admin.ts';

export * from './agent-chat.ts';

type Tag<Element extends EventTarget, Attributes> = Omit<
  HTMLAttributes<Element>,
  keyof Attributes | 'ref'
> & {
  ref?: RefObject<Element> | ((element: Element | null) => void) | null | undefined;
} & Attributes;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'agent-chat': Tag<AgentChat, AgentChatAttributes>;
      'agent-chat-admin': Tag<AgentChatAdmin, AgentChatAdminAttributes>;
    }
  }
}
