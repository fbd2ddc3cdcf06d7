import { stringify } from '../../protocol/json.ts';
import type { Part, TextPart } from '../../protocol/message.ts';
import { areParts, isTextPart } from '../../protocol/message.ts';
import { isRole, isTime } from '../storage/stored-state.ts';
import { ClientError } from '../transport/client-error.ts';
import { newId } from '../transport/new-id.ts';
import type { ChatMessage, ConversationState } from './conversation-state.ts';
import { EMPTY_STATE } from './conversation-state.ts';

export interface RestoredMessage {
  role: 'user' | 'assistant';
  parts: readonly Part[];
  id?: string | undefined;
  /** Milliseconds since 1970, or anything else `Date` reads. */
  createdAt?: number | string | Date | undefined;
}

export interface RestoredConversation {
  messages: readonly RestoredMessage[];
  conversationId?: string | undefined;
}

/** The state of a conversation that the page provides. @throws ClientError `invalid_request` naming a field. */
export function restoredState(earlier: RestoredConversation): ConversationState {
  const { messages: given, conversationId } = Object(earlier) as typeof earlier;
  if (!Array.isArray(given)) throw new ClientError('invalid_request', 'messages: must be an array');
  // One random prefix for all: generating thousands of random ids would take longer than everything else.
  const prefix = newId();
  const messages = given.map((message: RestoredMessage, n): ChatMessage => {
    const { id, role, createdAt } = Object(message) as RestoredMessage;
    const parts = toPlainParts(message?.parts);
    const at = +new Date(createdAt ?? Date.now());
    const wrong = !areParts(parts) ? 'parts' : !isRole(role) ? 'role' : !isTime(at) && 'createdAt';
    if (wrong) throw new ClientError('invalid_request', `messages[${n}].${wrong}: is not valid`);
    // Made here, because a page may give several messages the same id.
    const key = `${prefix}-${n}`;
    return { id: `${id ?? key}`, key, role, parts: parts as Part[], createdAt: at };
  });
  return { ...EMPTY_STATE, conversationId, messages };
}

/**
 * Copies parts as plain data: a framework's proxies, or functions in them, can neither be broadcast nor stored. Text
 * parts, the most common ones, have a faster path, because there may be thousands.
 */
function toPlainParts(parts: unknown): unknown {
  if (Array.isArray(parts) && parts.every(isBareText)) return parts.map(({ type, text }) => ({ type, text }));
  try {
    return JSON.parse(stringify(parts));
  } catch {
    return undefined;
  }
}

function isBareText(part: unknown): part is TextPart {
  const given = Object(part) as Part;
  return isTextPart(given) && Object.keys(given).length === 2;
}
