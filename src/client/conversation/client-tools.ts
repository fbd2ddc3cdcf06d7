import { stringify } from '../../protocol/json.ts';
import type { ToolCallPart, ToolCallState } from '../../protocol/message.ts';
import { isToolCallPart } from '../../protocol/message.ts';
import type { Conversation } from './conversation.ts';
import { DECLINED } from './tool-results.ts';

/** A function of the page that the agent may ask for. */
export interface ClientTool {
  /** Said to the visitor who is asked whether it may run. */
  description: string;
  /** Runs only after the visitor has agreed. */
  confirm?: boolean | undefined;
  /** What it returns (or resolves to) is the call's output; what it throws, its failure. */
  run(input: unknown): unknown;
}

/** A call that waits for the visitor's word. */
export interface ToolRequest {
  callId: string;
  name: string;
  description: string;
  input: unknown;
  /** The `key` of the reply that asks for it. */
  messageKey: string;
}

export interface ClientToolsOptions {
  /** Has the last word before a tool runs; false is as good as the visitor's no. */
  allows?: ((call: { name: string; input: unknown }) => boolean) | undefined;
}

/**
 * Runs the page's tools when the last reply asks for them, each call once: that it was taken on is kept with the
 * conversation. By itself it runs only what this tab's own line has brought; a call from an earlier visit, or of a
 * tool with `confirm`, waits for the visitor's word. What came of it is the output of the call's part and goes to
 * the agent with the visitor's next question.
 */
export class ClientTools {
  readonly #conversation: Conversation;
  readonly #allows: (call: { name: string; input: unknown }) => boolean;
  readonly #tools = new Map<string, ClientTool>();
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #told = '';

  constructor(conversation: Conversation, options: ClientToolsOptions = {}) {
    this.#conversation = conversation;
    this.#allows = options.allows ?? (() => true);
    this.#unsubscribe = conversation.subscribe(action => {
      if (action.type !== 'token') this.#lookSoon();
    });
  }

  /** Calls that wait for the visitor's word, oldest first. */
  get requests(): readonly ToolRequest[] {
    return this.#open()
      .filter(({ unasked }) => !unasked)
      .map(({ request }) => request);
  }

  /**
   * Offers a tool to the agent. A later one of the same name takes its place. One that can't be run is none, and its
   * author is told: what came of it would be told the agent.
   */
  register(name: string, tool: ClientTool): void {
    if (typeof tool?.run !== 'function') {
      console.warn(`<agent-chat> has no use for the tool ${name}: its run is no function`);
      return;
    }
    this.#tools.set(name, tool);
    this.#lookSoon();
  }

  /** Calls the listener when `requests` has changed. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The visitor's word on a request. Resolves when the tool has run. */
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

  /** Calls of the last reply that nobody has taken on and this page has a tool for. */
  #open(): { request: ToolRequest; unasked: boolean }[] {
    const { turn, messages } = this.#conversation.state;
    const reply = messages.at(-1);
    if (turn || reply?.role !== 'assistant') return [];
    return reply.parts.filter(isToolCallPart).flatMap(({ id: callId, name, state, input, output }) => {
      const tool = this.#tools.get(name);
      const taken = reply.taken?.includes(callId) ?? false;
      // A model's own word is that the call is made (`done`): whether anybody has run it, its output says.
      const wanted = typeof callId === 'string' && state !== 'failed' && output === undefined;
      if (!tool || taken || !wanted) return [];
      const request = { callId, name, description: tool.description, input, messageKey: reply.key };
      return [{ request, unasked: !tool.confirm && reply.here === true }];
    });
  }

  /** Once everybody has heard of what just happened: other tabs must not hear of a call before its reply. */
  #lookSoon(): void {
    queueMicrotask(() => this.#look());
  }

  #look(): void {
    for (const { request, unasked } of this.#open()) if (unasked) void this.#run(request);
    const told = this.requests.map(({ messageKey, callId }) => `${messageKey} ${callId}`).join();
    if (told === this.#told) return;
    this.#told = told;
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
      this.#report(request, 'done', plain(output));
    } catch (error) {
      this.#report(request, 'failed', inWords(error));
    }
  }

  #report({ messageKey, callId }: ToolRequest, state: ToolCallState, output: ToolCallPart['output']): void {
    this.#conversation.reportTool(messageKey, callId, state, output);
  }
}

/** A page can throw anything, even what has no words. */
function inWords(thrown: unknown): string {
  try {
    return String(Object(thrown).message ?? thrown);
  } catch {
    return '';
  }
}

/** What can be stored and told to other tabs. */
function plain(value: unknown): unknown {
  const json = stringify(value) as string | undefined;
  return json === undefined ? undefined : JSON.parse(json);
}
