import type { LitElement } from 'lit';
import type { AgentChatBase } from './agent-chat-base.ts';
import type { AgentChatEvents } from './events.ts';

/** Properties without an attribute. */
type ObjectName = 'settings' | 'strings' | 'highlighter' | 'formulaRenderer' | 'botToken';

/** Every property that a page can set in markup; `conversationId` is for scripts only. */
type PropertyName = Exclude<keyof AgentChatBase, keyof LitElement | 'conversationId'> | 'lang';

/** The properties of `<agent-chat>`, all optional. */
export type AgentChatProperties = { [Name in PropertyName]?: AgentChatBase[Name] | undefined };

/** `agentId` as `agent-id`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

/** Listeners as React 19, Preact and Svelte name them: `onagent-chat-reply`. */
export type Listeners<Events> = {
  [Name in keyof Events as `on${Name & string}`]?: ((event: Events[Name]) => void) | undefined;
};

/** Attributes that are read when they are needed, and have no property. */
export interface PlainAttributes {
  avoid?: string | undefined;
  'unread-sound'?: boolean | undefined;
  'app-badge'?: boolean | undefined;
  'copy-markdown'?: boolean | undefined;
  dictation?: boolean | undefined;
  'read-aloud'?: boolean | undefined;
  'tool-details'?: boolean | undefined;
}

/**
 * What `<agent-chat>` accepts in typed markup such as JSX: its attributes as they are written in HTML, objects as
 * properties, and listeners.
 */
export type AgentChatAttributes = {
  [Name in Exclude<PropertyName, ObjectName | 'scrollMode'> as Kebab<Name>]?: AgentChatProperties[Name];
} & Pick<AgentChatProperties, ObjectName> &
  PlainAttributes & { scroll?: AgentChatProperties['scrollMode'] } & Listeners<AgentChatEvents>;
