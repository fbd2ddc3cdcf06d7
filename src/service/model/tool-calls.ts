import type { OpenAI } from 'openai';
import { stringify } from '../../protocol/json.ts';
import type { ToolCallPart } from '../../protocol/message.ts';
import type { ToolDefinition } from '../../protocol/tools.ts';
import type { ToolRound } from '../answerers/answerer.ts';

/** A piece of a call in a stream: the first has the id and the name, the others continue the arguments. */
export interface ToolCallDelta {
  /** Number of the call. Some endpoints omit it or send the same one for all calls, with each call in one piece. */
  index?: number | undefined;
  /** Some endpoints send numbers. */
  id?: string | number | undefined;
  /** Arguments as JSON. Some endpoints send them as an object. */
  function?: { name?: string | undefined; arguments?: unknown } | undefined;
}

interface Call {
  index: number | undefined;
  id: string;
  name: string;
  json: string;
}

/** Characters of a call's arguments; bounds the memory. */
const ARGUMENTS_MAX = 100_000;
const CALLS_MAX = 100;

/** Assembles the tool calls of a streamed reply. */
export class ToolCalls {
  readonly #calls: Call[] = [];

  add({ index, id: given, function: details }: ToolCallDelta): void {
    const id = String(given ?? '');
    let call =
      index === undefined ? this.#calls.at(-1) : this.#calls.findLast(other => other.index === index);
    // An id alone does not begin another call: some endpoints send a new id with each piece.
    const isAnother = !!details?.name && !!call?.name && (id ? id !== call.id : index === undefined);
    if (!call || isAnother) {
      if (this.#calls.length === CALLS_MAX) return;
      call = { index, id: '', name: '', json: '' };
      this.#calls.push(call);
    }
    call.id ||= id;
    call.name ||= details?.name ?? '';
    if (call.json.length < ARGUMENTS_MAX) call.json += jsonOf(details?.arguments);
  }

  /**
   * The calls in order. `done` means that the call is complete; there is no output, because the service runs no tools.
   * `failed` means that the arguments are not valid JSON. The page runs complete calls of a tool that it has offered.
   */
  parts(offered: readonly ToolDefinition[] = []): ToolCallPart[] {
    return this.#calls
      .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
      .filter(call => call.name !== '')
      .map((call, i, calls) => {
        const input = inputOf(call.json);
        const isOffered = offered.some(({ name }) => name === call.name);
        return {
          type: 'tool-call',
          // Some endpoints send the same id for all calls.
          id: call.id && calls.findIndex(({ id }) => id === call.id) === i ? call.id : `call-${i}`,
          name: call.name,
          ...input,
          ...(isOffered && input.state === 'done' && { awaitsResult: true }),
        };
      });
  }
}

/** The `tools` of a request. */
export function toModelTools(tools: readonly ToolDefinition[]): OpenAI.ChatCompletionFunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema ?? { type: 'object', properties: {} } },
  }));
}

/** The model's message with its calls, or the message with the result of one. */
export type ToolMessage = OpenAI.ChatCompletionAssistantMessageParam | OpenAI.ChatCompletionToolMessageParam;

export function toModelMessages({ text, calls, results }: ToolRound): ToolMessage[] {
  return [
    {
      role: 'assistant',
      content: text,
      tool_calls: calls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: stringify(input ?? {}) },
      })),
    },
    ...results.map(
      (result, i): ToolMessage => ({
        role: 'tool',
        tool_call_id: calls[i]!.id,
        content: stringify(
          result.state === 'failed' ? { error: result.output ?? result.state } : (result.output ?? null),
        ),
      }),
    ),
  ];
}

function jsonOf(given: unknown): string {
  if (typeof given === 'string') return given;
  return given === undefined || given === null ? '' : JSON.stringify(given);
}

function inputOf(json: string): { state: 'done' | 'failed'; input?: unknown } {
  if (json.trim() === '') return { state: 'done' };
  try {
    return { state: 'done', input: JSON.parse(json) as unknown };
  } catch {
    return { state: 'failed' };
  }
}
