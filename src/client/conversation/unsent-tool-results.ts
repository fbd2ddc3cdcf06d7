import { MESSAGE_MAX } from '../../protocol/limits.ts';
import type { ToolCallPart } from '../../protocol/message.ts';
import { isToolCallPart } from '../../protocol/message.ts';
import { countCharacters } from '../../protocol/text.ts';
import type { ConversationState } from './conversation-state.ts';
import { inWords } from './tool-results.ts';

/** Results that did not go out are let go of after so many messages. */
const LATEST = 6;

/**
 * What the page's tools came to and the agent has not been told. The interface has one field that it can be told in,
 * the message itself: so what fits behind the visitor's words goes along, and the rest is shown only.
 */
export function unsentToolResults({ messages }: ConversationState, text: string): ToolCallPart[] {
  const latest = messages.slice(-LATEST);
  const told = new Set(
    latest.flatMap(m => (m.role === 'user' ? m.parts.filter(isToolCallPart).map(({ id }) => id) : [])),
  );
  const results = latest.flatMap(m =>
    m.parts
      .filter(isToolCallPart)
      .filter(({ id, state }) => m.taken?.includes(id) && state !== 'running' && !told.has(id)),
  );
  let room = MESSAGE_MAX - countCharacters(text);
  return results.filter(result => {
    const size = countCharacters(inWords(result));
    if (size > room) return false;
    room -= size;
    return true;
  });
}
