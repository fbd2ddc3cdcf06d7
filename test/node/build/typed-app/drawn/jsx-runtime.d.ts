/** JSX of no framework in particular: each of them lets a project name its own elements like this. */
import type { AgentChatAttributes } from 'agent-chat';
import type { AgentChatAdminAttributes } from 'agent-chat/admin';

export namespace JSX {
  export type Element = object;
  export interface IntrinsicElements {
    'agent-chat': AgentChatAttributes;
    'agent-chat-admin': AgentChatAdminAttributes;
  }
}
export declare function jsx(type: unknown, props: unknown): JSX.Element;
export declare const jsxs: typeof jsx;
export declare const Fragment: unique symbol;
