/** Registers `<agent-chat>` and gives Solid's JSX the types of both tags. */
import type { JSX } from 'solid-js';
import type { AgentChat, AgentChatAttributes, AgentChatEvents, AgentChatProperties } from './agent-chat.ts';
import type { AgentChatAdmin, AgentChatAdminAttributes, AgentChatAdminEvents } from './agent-chat-admin.ts';

export * from './agent-chat.ts';

/** `attr:agent-id`, `prop:settings`, `on:agent-chat-reply`: Solid's way to say what each value is. */
type Prefixed<Attributes, Properties, Events> = {
  [Name in keyof Attributes & string as `attr:${Name}`]?: Attributes[Name];
} & {
  [Name in keyof Properties & string as `prop:${Name}`]?: Properties[Name];
} & {
  [Name in keyof Events & string as `on:${Name}`]?: ((event: Events[Name]) => void) | undefined;
};

type Tag<Element, Attributes, Properties, Events> = Omit<JSX.HTMLAttributes<Element>, keyof Attributes> &
  Attributes &
  Prefixed<Attributes, Properties, Events>;

type AdminProperties = {
  [Name in 'agentId' | 'endpoint' | 'for' | 'lang' | 'token' | 'author']?: AgentChatAdmin[Name] | undefined;
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'agent-chat': Tag<AgentChat, AgentChatAttributes, AgentChatProperties, AgentChatEvents>;
      'agent-chat-admin': Tag<
        AgentChatAdmin,
        AgentChatAdminAttributes,
        AdminProperties,
        AgentChatAdminEvents
      >;
    }
  }
}
