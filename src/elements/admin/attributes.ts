import type { Listeners } from '../agent-chat/attributes.ts';
import type { AgentChatAdmin } from './agent-chat-admin.ts';
import type { AgentChatAdminEvents } from './events.ts';

type GivenName = 'endpoint' | 'for' | 'lang' | 'token' | 'author';

/** What `<agent-chat-admin>` takes where markup is typed, as in JSX. `token` and `author` are given as properties. */
export type AgentChatAdminAttributes = {
  [Name in GivenName]?: AgentChatAdmin[Name] | undefined;
} & { 'agent-id'?: string | undefined } & Listeners<AgentChatAdminEvents>;
