import { stringify } from '../../protocol/json.ts';
import { MESSAGE_MAX } from '../../protocol/limits.ts';
import type { Part, ToolCallPart } from '../../protocol/message.ts';
import { isToolCallPart, textOf } from '../../protocol/message.ts';
import { countCharacters } from '../../protocol/text.ts';
import type { ConversationState } from './conversation-state.ts';

/** The output of a call that the visitor did not allow. */
export const DECLINED = 'declined';

/** Messages after which a result that was never sent is dropped. */
const LATEST = 6;

/** The text sent for a question: the visitor's words, followed by the tool results sent with them. */
export function askedText(parts: readonly Part[]): string {
  return textOf(parts) + parts.filter(isToolCallPart).map(resultText).join('');
}

/**
 * Results of the page's tools that the agent has not received. The interface has no field for them but the message
 * itself (docs/interface.md section 2.1), so those that fit behind the visitor's words are sent and the rest is only shown.
 */
export function pendingToolResults({ messages }: ConversationState, text: string): ToolCallPart[] {
  const latest = messages.slice(-LATEST);
  const sent = new Set(
    latest.flatMap(m => (m.role === 'user' ? m.parts.filter(isToolCallPart).map(({ id }) => id) : [])),
  );
  const results = latest.flatMap(m =>
    m.parts
      .filter(isToolCallPart)
      .filter(({ id, state }) => m.taken?.includes(id) && state !== 'running' && !sent.has(id)),
  );
  let room = MESSAGE_MAX - countCharacters(text);
  return results.filter(result => {
    const size = countCharacters(resultText(result));
    if (size > room) return false;
    room -= size;
    return true;
  });
}

/** In English and JSON, which models read in a conversation of any language. */
function resultText({ name, state, output }: ToolCallPart): string {
  const result = output === undefined ? state : stringify(output);
  return `\n\n[${state === 'failed' ? 'Failure' : 'Result'} of ${name}: ${result}]`;
}
