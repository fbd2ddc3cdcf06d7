import type { GivenProperties } from '../attributes.ts';
import type { AgentChatEventName, AgentChatEvents } from '../events.ts';
import { arriveAt } from './chat-link.ts';

/**
 * `window.agentChat`, for pages that call before the script is there:
 * `window.agentChat = window.agentChat || ((...a) => (agentChat.q = agentChat.q || []).push(a))`,
 * then `agentChat('show')`, `agentChat('sendMessage', 'Hello')`, `agentChat('on', 'agent-chat-reply', listener)`.
 * A page that never made one never gets one.
 */
export interface AgentChatQueue {
  <N extends AgentChatEventName>(method: 'on', event: N, listener: (event: AgentChatEvents[N]) => void): void;
  (method: 'set', properties: GivenProperties): void;
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
 * What the page wanted before the chat was there: runs what has been called so far and takes later calls at once, which
 * go to the page's first chat; and opens it where the page's address says so.
 */
export function start(first: HTMLElementTagNameMap['agent-chat']): () => void {
  arriveAt(first);
  const waiting = window.agentChat;
  if (typeof waiting !== 'function' || LIVE in waiting) return stay;
  const run = (method: QueuedMethod, ...args: unknown[]): void => {
    const element = first.isConnected ? first : (document.querySelector('agent-chat') ?? first);
    if (method === 'on') element.addEventListener(String(args[0]), args[1] as EventListener);
    else if (method === 'set') Object.assign(element, args[0]);
    else if ((METHODS as readonly string[]).includes(method)) {
      const done = (element[method] as (...args: unknown[]) => unknown)(...args);
      // Nobody is given the promise, so nobody else can hear of a failure.
      Promise.resolve(done).catch(error => console.warn(`<agent-chat> ${method}:`, error));
    } else console.warn(`<agent-chat> has no method ${JSON.stringify(method)}`);
  };
  window.agentChat = Object.assign(run as AgentChatQueue, { [LIVE]: true });
  for (const call of waiting.q ?? []) {
    try {
      run(...(Array.from(call) as [QueuedMethod, ...unknown[]]));
    } catch (error) {
      // One that is wrong keeps the others from nothing.
      reportError(error);
    }
  }
  return stay;
}

/** Whoever calls later finds another chat. */
function stay(): void {}
