/** Registers `<agent-chat>` and gives Vue's templates the types of both tags. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { AgentChatAttributes, AgentChatEvents, AgentChatProperties } from './agent-chat.ts';
import type { AgentChatAdminAttributes, AgentChatAdminEvents } from './agent-chat-admin.ts';
import type { PlainAttributes } from './elements/agent-chat/attributes.ts';

export * from './agent-chat.ts';

/** `unread-sound` as `unreadSound`, as Vue's type check expects it. */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type CamelKeys<Attributes> = {
  [Name in keyof Attributes & string as Camel<Name>]?: Attributes[Name];
};

type Tag<Attributes, Properties, Events> = new () => {
  $props: PublicProps & Omit<HTMLAttributes, keyof Attributes> & Attributes & Properties;
  $emit: EmitFn<{ [Name in keyof Events]: (event: Events[Name]) => void }>;
};

declare module 'vue' {
  interface GlobalComponents {
    'agent-chat': Tag<AgentChatAttributes, AgentChatProperties & CamelKeys<PlainAttributes>, AgentChatEvents>;
    'agent-chat-admin': Tag<
      AgentChatAdminAttributes,
      CamelKeys<AgentChatAdminAttributes>,
      AgentChatAdminEvents
    >;
  }
}
