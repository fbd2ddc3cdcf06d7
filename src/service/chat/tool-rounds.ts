import type { ChatRequest } from '../../protocol/chat-request.ts';
import { isTextPart, isToolCallPart, type Part, type ToolCallPart, textOf } from '../../protocol/message.ts';
import type { ToolRound, Turn } from '../answerers/answerer.ts';
import type { MessageParts } from '../storage/conversations.ts';

/** The result of a call that nobody has run. */
const NOT_RUN = 'not available';

/**
 * The visitor's side of a turn: the message, or the results of the calls in the last reply, if the request has these.
 * Drops results that belong to no call.
 */
export function readAsked(request: ChatRequest, last: MessageParts | undefined): MessageParts {
  const results = new Map(request.toolResults?.map(result => [result.id, result]));
  const calls = last?.role === 'assistant' ? last.parts.filter(isToolCallPart) : [];
  const parts = calls.flatMap(({ id, name }): ToolCallPart[] => {
    const result = results.get(id);
    return result ? [{ type: 'tool-call', id, name, state: result.state, output: result.output }] : [];
  });
  return { role: 'user', parts: parts.length > 0 ? parts : [{ type: 'text', text: request.message }] };
}

/**
 * The messages as questions and replies. Results of tools are not a question: the replies before and after them are
 * joined. The calls and results since the last question become `toolRounds`.
 */
export function readTurns(messages: readonly MessageParts[]): { turns: Turn[]; toolRounds: ToolRound[] } {
  const turns: Turn[] = [];
  let toolRounds: ToolRound[] = [];
  /** Whether the next reply continues the last one. */
  let continues = false;
  for (const [i, { role, parts }] of messages.entries()) {
    const text = textOf(parts);
    const before = turns.at(-1);
    if (role === 'user' && areResults(parts)) {
      const calling = messages[i - 1]?.parts ?? [];
      toolRounds.push(roundOf(calling, parts.filter(isToolCallPart)));
      continues = before?.role === 'assistant';
    } else if (role === 'assistant' && continues && before) {
      before.text = [before.text, text].filter(one => one !== '').join('\n\n');
      continues = false;
    } else {
      toolRounds = [];
      turns.push({ role, text });
    }
  }
  // The rounds contain the text of the reply that continues now.
  if (continues) turns.pop();
  return { turns, toolRounds: continues ? toolRounds : [] };
}

function areResults(parts: readonly Part[]): boolean {
  return parts.some(isToolCallPart) && !parts.some(isTextPart);
}

function roundOf(calling: readonly Part[], results: readonly ToolCallPart[]): ToolRound {
  const calls = calling.filter(isToolCallPart);
  return {
    text: textOf(calling),
    calls,
    results: calls.map(({ id }) => {
      const result = results.find(one => one.id === id);
      if (!result) return { state: 'failed', output: NOT_RUN };
      return { state: result.state === 'done' ? 'done' : 'failed', output: result.output };
    }),
  };
}
