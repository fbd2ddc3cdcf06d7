import type { AgentChatProperties } from '../attributes.ts';
import type { AgentChatEventName, AgentChatEvents } from '../events.ts';
import { followPageHash } from './chat-link.ts';

/**
 * `window.agentChat`, for pages that call the widget before its script has loaded:
 * `window.agentChat = window.agentChat || ((...a) => (agentChat.q = agentChat.q || []).push(a))`,
 * then `agentChat('show')`, `agentChat('sendMessage', 'Hello')`, `agentChat('on', 'agent-chat-reply', listener)`.
 * The widget never creates this function itself.
 */
export interface AgentChatQueue {
  <N extends AgentChatEventName>(method: 'on', event: N, listener: (event: AgentChatEvents[N]) => void): void;
  (method: 'set', properties: AgentChatProperties): void;
  <M extends Method>(method: M, ...args: Parameters<Chat[M]>): void;
  q?: unknown[][];
}

const METHODS = [
  'show',
  'hide',
  'toggle',
  'sendMessage',
  'stop',
  'retry',
  'newConversation',
  'focusComposer',
  'restore',
  'registerPart',
  'registerTool',
  'logout',
] as const;
type Method = (typeof METHODS)[number];
export type QueuedMethod = Method | 'on' | 'set';
type Chat = HTMLElementTagNameMap['agent-chat'];

declare global {
  interface Window {
    agentChat?: AgentChatQueue;
  }
}

const LIVE = Symbol.for('agent-chat.live');

/**
 * Runs the calls in the page's queue, and from now on each call at once, on the first widget of the page. Also opens
 * that widget if the page's URL is a link to the chat.
 * @returns a function that does nothing: the queue outlives the widget, and later calls find another one
 */
export function start(first: HTMLElementTagNameMap['agent-chat']): () => void {
  followPageHash(first);
  const queue = window.agentChat;
  if (typeof queue !== 'function' || LIVE in queue) return () => {};
  const run = (method: QueuedMethod, ...args: unknown[]): void => {
    const element = first.isConnected ? first : (document.querySelector('agent-chat') ?? first);
    if (method === 'on') element.addEventListener(String(args[0]), args[1] as EventListener);
    else if (method === 'set') Object.assign(element, args[0]);
    else if ((METHODS as readonly string[]).includes(method)) {
      const result = (element[method] as (...args: unknown[]) => unknown)(...args);
      // The caller gets no promise and so cannot handle a rejection.
      Promise.resolve(result).catch(error => console.warn(`<agent-chat> ${method}:`, error));
    } else console.warn(`<agent-chat> has no method ${JSON.stringify(method)}`);
  };
  window.agentChat = Object.assign(run as AgentChatQueue, { [LIVE]: true });
  for (const call of queue.q ?? []) {
    try {
      run(...(Array.from(call) as [QueuedMethod, ...unknown[]]));
    } catch (error) {
      // The other calls still run.
      reportError(error);
    }
  }
  return () => {};
}
