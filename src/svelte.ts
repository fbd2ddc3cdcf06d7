/** Registers `<agent-chat>` and gives Svelte's markup the types of both tags. */
import type { HTMLAttributes } from 'svelte/elements';
import type { AgentChat, AgentChatAttributes } from './agent-chat.ts';
import type { AgentChatAdmin, AgentChatAdminAttributes } from './agent-chat-admin.ts';

export * from './agent-chat.ts';

type Tag<Element extends EventTarget, Attributes> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  Attributes;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'agent-chat': Tag<AgentChat, AgentChatAttributes>;
    'agent-chat-admin': Tag<AgentChatAdmin, AgentChatAdminAttributes>;
  }
}
