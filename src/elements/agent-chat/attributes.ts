import type { LitElement } from 'lit';
import type { AgentChatProperties } from './agent-chat-properties.ts';
import type { AgentChatEvents } from './events.ts';

/** Properties that no attribute can say. */
type ObjectName = 'settings' | 'strings' | 'highlighter' | 'botToken';

/** What a page can set; a conversation is gone on with by hand. */
type GivenName = Exclude<keyof AgentChatProperties, keyof LitElement | 'conversationId'> | 'lang';

/** The element's own properties, each of which may be left out. */
export type GivenProperties = { [Name in GivenName]?: AgentChatProperties[Name] | undefined };

/** `agentId` as `agent-id`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

/** Listeners by the names that React 19, Preact and Svelte give them: `onagent-chat-reply`. */
export type Listeners<Events> = {
  [Name in keyof Events as `on${Name & string}`]?: ((event: Events[Name]) => void) | undefined;
};

/**
 * What `<agent-chat>` takes where markup is typed, as in JSX: its attributes as they are written in a page, objects
 * as properties, and listeners.
 */
export type AgentChatAttributes = {
  [Name in Exclude<GivenName, ObjectName | 'scrollMode'> as Kebab<Name>]?: GivenProperties[Name];
} & Pick<GivenProperties, ObjectName> & {
    scroll?: GivenProperties['scrollMode'];
    avoid?: string | undefined;
    'unread-sound'?: boolean | undefined;
    'app-badge'?: boolean | undefined;
    dictation?: boolean | undefined;
    'read-aloud'?: boolean | undefined;
  } & Listeners<AgentChatEvents>;
