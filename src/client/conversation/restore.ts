import type { Part, TextPart } from '../../protocol/message.ts';
import { areParts, isTextPart } from '../../protocol/message.ts';
import { isRole, isTime } from '../storage/stored-state.ts';
import { ClientError } from '../transport/client-error.ts';
import { newId } from '../transport/new-id.ts';
import type { ChatMessage } from './conversation-state.ts';
import { EMPTY_STATE } from './conversation-state.ts';
import type { LiveConversation } from './live-conversation.ts';

export interface RestoredMessage {
  role: 'user' | 'assistant';
  parts: readonly Part[];
  id?: string | undefined;
  /** Milliseconds since 1970, or whatever else `Date` reads. */
  createdAt?: number | string | Date | undefined;
}

export interface RestoredConversation {
  messages: readonly RestoredMessage[];
  conversationId?: string | undefined;
}

/** Puts an earlier conversation in view. Sends and stores nothing. @throws ClientError `invalid_request` naming a field. */
export function restore(conversation: LiveConversation, earlier: RestoredConversation): void {
  const { messages: given, conversationId } = Object(earlier) as typeof earlier;
  if (!Array.isArray(given)) throw new ClientError('invalid_request', 'messages: not a list');
  // One id for all: thousands of random ones take longer than all the rest.
  const begin = newId();
  const messages = given.map((message: RestoredMessage, n): ChatMessage => {
    const { id, role, createdAt } = Object(message) as RestoredMessage;
    const parts = asKept(message?.parts);
    const at = +new Date(createdAt ?? Date.now());
    const wrong = !areParts(parts) ? 'parts' : !isRole(role) ? 'role' : !isTime(at) && 'createdAt';
    if (wrong) throw new ClientError('invalid_request', `messages[${n}].${wrong}: not valid`);
    // What names a message here is its own: a page may give several the same id.
    const key = `${begin}-${n}`;
    return { id: `${id ?? key}`, key, role, parts: parts as Part[], createdAt: at };
  });
  // What another tab hears goes on there: it is told nothing of this.
  conversation.leave(conversation.hears);
  conversation.show({ type: 'replace', state: { ...EMPTY_STATE, conversationId, messages } });
}

/**
 * What a framework keeps in proxies, or with functions in it, no browser tells another tab of, nor stores. Text alone,
 * which most messages are, is copied in fewer steps: there may be thousands.
 */
function asKept(parts: unknown): unknown {
  if (Array.isArray(parts) && parts.every(isBareText)) return parts.map(({ type, text }) => ({ type, text }));
  try {
    return JSON.parse(JSON.stringify(parts));
  } catch {
    return undefined;
  }
}

function isBareText(part: unknown): part is TextPart {
  const given = Object(part) as Part;
  return isTextPart(given) && Object.keys(given).length === 2;
}
