import { stringify } from '../../protocol/json.ts';
import {
  TOOL_DESCRIPTION_MAX,
  TOOL_NAME,
  TOOL_ROUNDS_MAX,
  TOOLS_BYTES_MAX,
  TOOLS_MAX,
} from '../../protocol/limits.ts';
import type { ToolCallPart, ToolCallState } from '../../protocol/message.ts';
import { isToolCallPart } from '../../protocol/message.ts';
import { jsonBytes } from '../../protocol/text.ts';
import type { ToolDefinition } from '../../protocol/tools.ts';
import type { Conversation } from './conversation.ts';
import { DECLINED, firstCharacters } from './tool-results.ts';
import { toolRounds } from './tool-rounds.ts';

/** A function of the page that the agent may call. */
export interface ClientTool {
  /** Shown to the visitor who is asked for permission, and sent to the agent. */
  description: string;
  /** JSON Schema of the input, an object, for the agent. */
  inputSchema?: Record<string, unknown> | undefined;
  /** Runs only with the visitor's permission. */
  confirm?: boolean | undefined;
  /** Its (resolved) return value is the call's output; an exception makes the call fail. */
  run(input: unknown): unknown;
}

/** A call that waits for the visitor's permission. */
export interface ToolRequest {
  callId: string;
  name: string;
  description: string;
  input: unknown;
  /** The `key` of the reply that contains the call. */
  messageKey: string;
}

export interface ClientToolsOptions {
  /** Called before a tool runs. Returns false to decline the call. */
  allows?: ((call: { name: string; input: unknown }) => boolean) | undefined;
}

/**
 * Runs the page's tools when the last reply calls them, each call once: running calls are stored with the conversation.
 * Without permission it runs only calls that this tab streamed; a call from an earlier visit, or of a tool with `confirm`,
 * waits for the visitor. The result becomes the output of the call's part. It goes back at once to an agent that waits for
 * it, at most five times for a question; otherwise with the visitor's next question.
 */
export class ClientTools {
  readonly #conversation: Conversation;
  readonly #allows: (call: { name: string; input: unknown }) => boolean;
  readonly #tools = new Map<string, ClientTool>();
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #announced = '';

  constructor(conversation: Conversation, options: ClientToolsOptions = {}) {
    this.#conversation = conversation;
    this.#allows = options.allows ?? (() => true);
    conversation.offeredTools = () => toolDefinitions(this.#tools);
    this.#unsubscribe = conversation.subscribe(action => {
      if (action.type !== 'token') this.#checkSoon();
    });
  }

  /** Calls that wait for the visitor's permission, oldest first. */
  get requests(): readonly ToolRequest[] {
    return this.#openCalls()
      .filter(({ needsNoPermission }) => !needsNoPermission)
      .map(({ request }) => request);
  }

  /**
   * Registers a tool; replaces one of the same name. A tool without a `run` function is ignored with a warning: its failure
   * would be sent to the agent.
   */
  register(name: string, tool: ClientTool): void {
    if (typeof tool?.run !== 'function') {
      console.warn(`<agent-chat> ignores the tool ${name}: run must be a function`);
      return;
    }
    this.#tools.set(name, tool);
    this.#checkSoon();
  }

  /** Calls the listener when `requests` has changed. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Allows or declines a request. Resolves when the tool has run. */
  async answer(callId: string, accepted: boolean): Promise<void> {
    const request = this.requests.find(one => one.callId === callId);
    if (!request) return;
    if (accepted) await this.#run(request);
    else this.#report(request, 'failed', DECLINED);
  }

  close(): void {
    this.#unsubscribe();
    this.#listeners.clear();
    this.#tools.clear();
  }

  /** Calls of the last reply that no tab has run and this page has a tool for. */
  #openCalls(): { request: ToolRequest; needsNoPermission: boolean }[] {
    const { turn, messages } = this.#conversation.state;
    const reply = messages.at(-1);
    if (turn || reply?.role !== 'assistant') return [];
    if (toolRounds(this.#conversation.state) >= TOOL_ROUNDS_MAX) return [];
    return reply.parts.filter(isToolCallPart).flatMap(({ id: callId, name, state, input, output }) => {
      const tool = this.#tools.get(name);
      const taken = reply.taken?.includes(callId) ?? false;
      // A model marks its call as `done`; only an output shows that it was run.
      const wanted = typeof callId === 'string' && state !== 'failed' && output === undefined;
      if (!tool || taken || !wanted) return [];
      const request = { callId, name, description: tool.description, input, messageKey: reply.key };
      return [{ request, needsNoPermission: !tool.confirm && reply.here === true }];
    });
  }

  /** After the current broadcast: other tabs must not receive a call's state before its reply. */
  #checkSoon(): void {
    queueMicrotask(() => this.#check());
  }

  #check(): void {
    for (const { request, needsNoPermission } of this.#openCalls())
      if (needsNoPermission) void this.#run(request);
    void this.#conversation.sendToolResults();
    const waiting = this.requests.map(({ messageKey, callId }) => `${messageKey} ${callId}`).join();
    if (waiting === this.#announced) return;
    this.#announced = waiting;
    for (const listener of this.#listeners) listener();
  }

  async #run(request: ToolRequest): Promise<void> {
    const { name, input } = request;
    try {
      if (!this.#allows({ name, input })) {
        this.#report(request, 'failed', DECLINED);
        return;
      }
      this.#report(request, 'running', undefined);
      const output: unknown = await this.#tools.get(name)?.run(input);
      this.#report(request, 'done', toPlainData(output));
    } catch (error) {
      this.#report(request, 'failed', messageOf(error));
    }
  }

  #report({ messageKey, callId }: ToolRequest, state: ToolCallState, output: ToolCallPart['output']): void {
    this.#conversation.reportTool(messageKey, callId, state, output);
  }
}

/** The message of anything that a page throws, also of values without one. */
function messageOf(thrown: unknown): string {
  try {
    return String(Object(thrown).message ?? thrown);
  } catch {
    return '';
  }
}

/** A copy that can be stored and broadcast. */
function toPlainData(value: unknown): unknown {
  const json = stringify(value) as string | undefined;
  return json === undefined ? undefined : JSON.parse(json);
}

/** The tools as they are sent, as many as a request may have. */
function toolDefinitions(tools: ReadonlyMap<string, ClientTool>): ToolDefinition[] {
  const definitions: ToolDefinition[] = [];
  for (const [name, { description, inputSchema }] of tools) {
    const definition = {
      name,
      description: firstCharacters(String(description ?? ''), TOOL_DESCRIPTION_MAX),
      ...(isObject(inputSchema) && { inputSchema }),
    };
    const all = [...definitions, definition];
    const fits = all.length <= TOOLS_MAX && jsonBytes(all) <= TOOLS_BYTES_MAX;
    if (TOOL_NAME.test(name) && fits) definitions.push(definition);
    else
      warnOnce(`<agent-chat> does not offer the tool ${name} to the agent: see "Tools" in docs/embedding.md`);
  }
  return definitions;
}

const warned = new Set<string>();

function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(message);
  warned.add(message);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
