import { stringify } from '../../protocol/json.ts';
import {
  MESSAGE_MAX,
  TOOL_DESCRIPTION_MAX,
  TOOL_NAME,
  TOOL_RESULTS_BYTES_MAX,
  TOOL_ROUNDS_MAX,
  TOOLS_BYTES_MAX,
  TOOLS_MAX,
} from '../../protocol/limits.ts';
import type { Part, ToolCallPart } from '../../protocol/message.ts';
import { isToolCallPart } from '../../protocol/message.ts';
import { countCharacters, jsonBytes } from '../../protocol/text.ts';
import type { ToolDefinition, ToolResult } from '../../protocol/tools.ts';
import { type ClientTool, isTool } from './client-tool.ts';
import type { ChatMessage, ConversationState } from './conversation-state.ts';
import type { Action } from './reduce.ts';
import { firstCharacters, isQuestion, isToolRound, resultText } from './tool-results.ts';

// Loaded with the first tool: a conversation without any does not need it.

/** Bytes of a result beside its output: the id may have 256 characters. */
const RESULT_OVERHEAD_BYTES = 320;

/** Most bytes of a character of JSON in a JSON string: 4 in UTF-8; an escaped quote or backslash has 2. */
const CHARACTER_BYTES_MAX = 4;

/** Levels of arrays and objects in a schema or an output. */
const LEVELS_MAX = 60;

/** Unsent results in this many last messages go with the next question; older ones are dropped. */
const RECENT_MESSAGES = 6;

/** How many times results went back to the agent since the visitor's last question. */
export function toolRounds({ messages }: ConversationState): number {
  const asked = messages.findLastIndex(isQuestion);
  return messages.slice(asked + 1).filter(isToolRound).length;
}

/** The last reply, if the agent waits for the results of its calls and every call has finished. */
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
  offered: ReadonlyMap<string, ClientTool> = new Map(),
): { tools?: readonly ToolDefinition[]; toolResults?: readonly ToolResult[] } {
  const asked = state.messages.at(-1);
  const isRound = asked !== undefined && isToolRound(asked);
  // Without tools in the last round, the agent has to answer.
  const tools = toolRounds(state) < TOOL_ROUNDS_MAX ? toolDefinitions(offered) : [];
  return { ...(tools.length > 0 && { tools }), ...(isRound && { toolResults: resultsIn(asked.parts) }) };
}

/** The tools in the form of the request, as many as fit. Warns about the others. */
function toolDefinitions(tools: ReadonlyMap<string, ClientTool>): ToolDefinition[] {
  const definitions: ToolDefinition[] = [];
  for (const [name, tool] of tools) {
    if (!isTool(tool)) continue;
    const definition = toolDefinition(name, tool);
    const all = [...definitions, ...(definition ? [definition] : [])];
    const fits = all.length <= TOOLS_MAX && jsonBytes(all) <= TOOLS_BYTES_MAX;
    if (definition && TOOL_NAME.test(name) && fits) definitions.push(definition);
    else
      warnOnce(`<agent-chat> does not offer the tool ${name} to the agent: see "Tools" in docs/embedding.md`);
  }
  return definitions;
}

/** Undefined if the schema cannot be sent: it has a cycle, too many levels, or no form in JSON. */
function toolDefinition(name: string, { description, inputSchema }: ClientTool): ToolDefinition | undefined {
  const definition = { name, description: firstCharacters(String(description ?? ''), TOOL_DESCRIPTION_MAX) };
  if (!isObject(inputSchema)) return definition;
  try {
    const schema = JSON.parse(stringify(inputSchema)) as unknown;
    if (!isObject(schema) || isDeep(schema)) return undefined;
    return { ...definition, inputSchema: schema as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** Whether a JSON value has more levels than fit in a request, whose body may have 64. */
function isDeep(value: unknown, levels = LEVELS_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(field => isDeep(field, levels - 1));
}

const warned = new Set<string>();

function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(message);
  warned.add(message);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The results in the form of the request. Outputs that are too long are truncated as text; those with too many levels are text. */
function resultsIn(parts: readonly Part[]): ToolResult[] {
  const calls = parts.filter(isToolCallPart).slice(0, TOOLS_MAX);
  const share = Math.floor(TOOL_RESULTS_BYTES_MAX / calls.length) - RESULT_OVERHEAD_BYTES;
  return calls.map(({ id, state, output }) => {
    const isLong = jsonBytes(output ?? null) > share;
    return {
      id,
      state: state === 'done' ? 'done' : 'failed',
      output:
        isLong || isDeep(output) ? firstCharacters(stringify(output), share / CHARACTER_BYTES_MAX) : output,
    };
  });
}

/**
 * Results of the page's tools that the agent has not received. The interface has no field for them except the message
 * itself (docs/interface.md section 2.1), so those that fit after the visitor's text are sent, and the rest is only
 * shown.
 */
export function pendingToolResults({ messages }: ConversationState, text: string): ToolCallPart[] {
  const recent = messages.slice(-RECENT_MESSAGES);
  const sent = new Set(
    recent.flatMap(m => (m.role === 'user' ? m.parts.filter(isToolCallPart).map(({ id }) => id) : [])),
  );
  const results = recent.flatMap(m =>
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

/**
 * The action that sends the results of a reply. Derives its keys from the reply, so that all tabs use the same keys.
 */
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

/**
 * The calls that ran for the last question, in all of its answers so far; undefined if only the results of the last
 * reply are sent again. A call whose result was reused counts once.
 */
export function callsOfAnswer({
  messages,
  turn,
  conversationId,
}: ConversationState): ToolCallPart[] | undefined {
  if (turn && conversationId) return undefined;
  const at = messages.findLastIndex(isQuestion);
  const before = messages[at]?.ran ?? [];
  const reusable = new Map<string, number>();
  for (const call of before.filter(isDone)) reusable.set(callKey(call), countOf(reusable, call) + 1);
  const ran = messages.slice(at + 1).flatMap(({ parts, taken, role }) =>
    role === 'user'
      ? []
      : parts.filter(isToolCallPart).filter(call => {
          if (!taken?.includes(call.id)) return false;
          const count = countOf(reusable, call);
          if (isDone(call)) reusable.set(callKey(call), count - 1);
          return !isDone(call) || count <= 0;
        }),
  );
  return [...before, ...ran];
}

/**
 * The result of the same call, by name and input, in an earlier answer to the question. If an answer makes the same
 * call twice, the second call reuses the second result.
 */
export function reusableResult(
  { messages }: ConversationState,
  call: ToolCallPart,
): ToolCallPart | undefined {
  const at = messages.findLastIndex(isQuestion);
  const isSame = (other: ToolCallPart): boolean => callKey(other) === callKey(call);
  const results = messages[at]?.ran?.filter(isDone).filter(isSame) ?? [];
  const calls = messages
    .slice(at + 1)
    .flatMap(({ role, parts }) => (role === 'user' ? [] : parts.filter(isToolCallPart).filter(isSame)));
  // The last one, because ids repeat where an endpoint sends none: they are numbered anew in each reply.
  return results[calls.findLastIndex(({ id }) => id === call.id)];
}

/** Whether tools have run for an earlier answer to the last question. */
export function isRegenerated({ messages }: ConversationState): boolean {
  return !!messages.findLast(isQuestion)?.ran?.length;
}

function isDone({ state }: ToolCallPart): boolean {
  return state === 'done';
}

function countOf(counts: ReadonlyMap<string, number>, call: ToolCallPart): number {
  return counts.get(callKey(call)) ?? 0;
}

/** Equal for calls of the same tool with the same input. */
function callKey({ name, input }: ToolCallPart): string {
  return stringify([name, sortedFields(input ?? {})]);
}

/** Sorts the fields of objects, because models write them in any order. */
function sortedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedFields);
  if (!isObject(value)) return value;
  return Object.entries(value as object)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sortedFields(field)]);
}
