import { stringify } from '../../protocol/json.ts';
import { MESSAGE_MAX, TOOL_RESULTS_BYTES_MAX, TOOL_ROUNDS_MAX, TOOLS_MAX } from '../../protocol/limits.ts';
import type { Part, ToolCallPart } from '../../protocol/message.ts';
import { isToolCallPart } from '../../protocol/message.ts';
import { countCharacters, jsonBytes } from '../../protocol/text.ts';
import type { ToolDefinition, ToolResult } from '../../protocol/tools.ts';
import type { ChatMessage, ConversationState } from './conversation-state.ts';
import type { Action } from './reduce.ts';
import { firstCharacters, isQuestion, isToolRound, resultText } from './tool-results.ts';

// Loaded with the first tool: a conversation without any does not need it.

/** Bytes of a result beside its output: the id may have 256 characters. */
const RESULT_OVERHEAD_BYTES = 320;

/** Messages after which a result that was never sent is dropped. */
const LATEST = 6;

/** How often results went back to the agent since the visitor's last question. */
export function toolRounds({ messages }: ConversationState): number {
  const asked = messages.findLastIndex(isQuestion);
  return messages.slice(asked + 1).filter(isToolRound).length;
}

/** The last reply, if the agent waits for the results of its calls, and all of them are there. */
export function replyAwaitingResults(state: ConversationState): ChatMessage | undefined {
  const reply = state.messages.at(-1);
  const calls = reply?.role === 'assistant' ? awaitedCalls(reply.parts) : [];
  const isComplete = calls.every(({ id, state }) => reply?.taken?.includes(id) && state !== 'running');
  return !state.turn && calls.length > 0 && isComplete && toolRounds(state) < TOOL_ROUNDS_MAX
    ? reply
    : undefined;
}

function awaitedCalls(parts: readonly Part[]): ToolCallPart[] {
  return parts.filter(isToolCallPart).filter(({ awaitsResult }) => awaitsResult === true);
}

/** The fields of a request that concern tools. */
export function toolFields(
  state: ConversationState,
  offered: readonly ToolDefinition[],
): { tools?: readonly ToolDefinition[]; toolResults?: readonly ToolResult[] } {
  const asked = state.messages.at(-1);
  const isRound = asked !== undefined && isToolRound(asked);
  // In the last round the agent has to answer.
  const mayCall = offered.length > 0 && toolRounds(state) < TOOL_ROUNDS_MAX;
  return { ...(mayCall && { tools: offered }), ...(isRound && { toolResults: resultsIn(asked.parts) }) };
}

/** Outputs that are too long are cut as text. */
function resultsIn(parts: readonly Part[]): ToolResult[] {
  const calls = parts.filter(isToolCallPart).slice(0, TOOLS_MAX);
  const share = Math.floor(TOOL_RESULTS_BYTES_MAX / calls.length) - RESULT_OVERHEAD_BYTES;
  return calls.map(({ id, state, output }) => ({
    id,
    state: state === 'done' ? 'done' : 'failed',
    output: jsonBytes(output ?? null) > share ? firstCharacters(stringify(output), share / 8) : output,
  }));
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

/** The action that sends the results of a reply. Its keys follow from the reply, so that all tabs use the same. */
export function sendResults({ id, key, parts }: ChatMessage): Action {
  const userKey = `${key}-results`;
  return {
    type: 'send',
    text: '',
    results: awaitedCalls(parts),
    userKey,
    replyKey: `${userKey}-reply`,
    idempotencyKey: `results-${id}`,
    at: Date.now(),
  };
}
