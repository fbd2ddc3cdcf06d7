import { MESSAGE_MAX } from '../protocol/limits.ts';
import type { Part, ToolCallPart } from '../protocol/message.ts';
import { isToolCallPart, textOf } from '../protocol/message.ts';
import { countCharacters } from '../protocol/text.ts';
import type { ConversationState } from './conversation-state.ts';

/** What a call came to that the visitor did not allow. */
export const DECLINED = 'declined';
/** What a call came to whose page went before it was done. */
export const INTERRUPTED = 'interrupted';

/** Results that did not go out are let go of after so many messages. */
const LATEST = 6;

/**
 * What the page's tools came to and the agent has not been told. The interface has one field that it can be told in,
 * the message itself: so what fits behind the visitor's words goes along, and the rest is shown only.
 */
export function untoldResults({ messages }: ConversationState, text: string): ToolCallPart[] {
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

/** What is sent for a question: the visitor's words, and behind them what goes along. */
export function askedText(parts: readonly Part[]): string {
  return textOf(parts) + parts.filter(isToolCallPart).map(inWords).join('');
}

/** In English and JSON, as models read both in any conversation. */
function inWords({ name, state, output }: ToolCallPart): string {
  const result = output === undefined ? state : JSON.stringify(output);
  return `\n\n[${state === 'failed' ? 'Failure' : 'Result'} of ${name}: ${result}]`;
}
