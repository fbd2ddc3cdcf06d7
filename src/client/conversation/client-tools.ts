import { stringify } from '../../protocol/json.ts';
import { TOOL_ROUNDS_MAX } from '../../protocol/limits.ts';
import type { ToolCallPart, ToolCallState } from '../../protocol/message.ts';
import { isToolCallPart } from '../../protocol/message.ts';
import { type ClientTool, isTool } from './client-tool.ts';
import type { Conversation } from './conversation.ts';
import { DECLINED } from './tool-results.ts';
import { isRegenerated, reusableResult, toolRounds } from './tool-rounds.ts';

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
 * Runs the page's tools when the last reply calls them, each call once: running calls are stored with the
 * conversation. Only calls that this tab streamed run without permission; a call from an earlier visit, or of a tool
 * with `confirm`, waits for the visitor. The result becomes the output of the call's part. An agent that waits for the
 * result gets it at once, at most five times for a question; any other agent gets it with the visitor's next question.
 * If the visitor regenerates an answer for which tools ran, a call with the same input reuses its result, and any
 * other call waits for the visitor.
 */
export class ClientTools {
  readonly #conversation: Conversation;
  readonly #allows: (call: { name: string; input: unknown }) => boolean;
  readonly #tools = new Map<string, ClientTool>();
  readonly #offer = (): ReadonlyMap<string, ClientTool> => this.#tools;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #announced = '';

  constructor(conversation: Conversation, options: ClientToolsOptions = {}) {
    this.#conversation = conversation;
    this.#allows = options.allows ?? (() => true);
    // The element sets this itself, because it offers its tools before this code has loaded.
    conversation.offeredTools ??= this.#offer;
    this.#unsubscribe = conversation.subscribe(action => {
      if (action.type !== 'token') this.#checkSoon();
    });
  }

  /** Calls that wait for the visitor's permission, oldest first. */
  get requests(): readonly ToolRequest[] {
    return this.#openCalls()
      .filter(({ runsWithoutPermission, result }) => !runsWithoutPermission && !result)
      .map(({ request }) => request);
  }

  /**
   * Registers a tool; replaces one of the same name. A tool without a `run` function is ignored with a warning: its failure
   * would be sent to the agent.
   */
  register(name: string, tool: ClientTool): void {
    if (!isTool(tool)) {
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
    const conversation = this.#conversation;
    if (conversation.offeredTools === this.#offer) conversation.offeredTools = undefined;
    this.#listeners.clear();
    this.#tools.clear();
  }

  /** Calls of the last reply that no tab has run and this page has a tool for. */
  #openCalls(): {
    request: ToolRequest;
    runsWithoutPermission: boolean;
    /** The result of the same call in an earlier answer to the question. */
    result: ToolCallPart | undefined;
  }[] {
    const { state: conversation } = this.#conversation;
    const { turn, messages } = conversation;
    const reply = messages.at(-1);
    if (turn || reply?.role !== 'assistant') return [];
    if (toolRounds(conversation) >= TOOL_ROUNDS_MAX) return [];
    const mayRun = reply.here === true && !isRegenerated(conversation);
    return reply.parts.filter(isToolCallPart).flatMap(call => {
      const { id: callId, name, state, input, output } = call;
      const tool = this.#tools.get(name);
      const isClaimed = reply.taken?.includes(callId) ?? false;
      // The state `done` says that the call is complete; only an output shows that the tool has run.
      const isPending = typeof callId === 'string' && state !== 'failed' && output === undefined;
      if (!tool || isClaimed || !isPending) return [];
      const request = { callId, name, description: tool.description, input, messageKey: reply.key };
      const result = reusableResult(conversation, call);
      return [{ request, runsWithoutPermission: !tool.confirm && mayRun, result }];
    });
  }

  /** Checks after the current broadcast, so that other tabs do not receive a call's state before its reply. */
  #checkSoon(): void {
    queueMicrotask(() => this.#check());
  }

  #check(): void {
    for (const { request, runsWithoutPermission, result } of this.#openCalls()) {
      if (result) this.#report(request, 'done', result.output);
      else if (runsWithoutPermission) void this.#run(request);
    }
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

/** The message of whatever a page throws; the value as text if it has no message. */
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
