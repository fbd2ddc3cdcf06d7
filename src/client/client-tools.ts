import type { ToolCallPart } from '../protocol/message.ts';
import { isToolCallPart } from '../protocol/message.ts';
import type { Conversation } from './conversation.ts';
import type { ChatMessage } from './conversation-state.ts';

/** A function of the page that the agent may ask for. */
export interface ClientTool {
  /** Said to the visitor who is asked whether it may run. */
  description: string;
  /** Runs only after the visitor has agreed. */
  confirm?: boolean;
  /** What it returns (or resolves to) is shown as the call's output; what it throws, as its failure. */
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

/**
 * Runs the page's tools when a reply asks for them: once, in the tab that has the line, and never for a reply that
 * comes from storage. The interface has no way to send a result back, so it becomes the output of the call's part.
 */
export class ClientTools {
  readonly #conversation: Conversation;
  readonly #tools = new Map<string, ClientTool>();
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #requests: readonly ToolRequest[] = [];

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
    this.#unsubscribe = conversation.subscribe(action => {
      if (action.type === 'replace' || action.type === 'send') this.#ask([]);
      const reply = conversation.state.messages.at(-1);
      if (action.type === 'done' && reply?.here) this.#take(reply);
    });
  }

  /** Calls that wait for the visitor's word, oldest first. */
  get requests(): readonly ToolRequest[] {
    return this.#requests;
  }

  /** Offers a tool to the agent. A later one of the same name takes its place. */
  register(name: string, tool: ClientTool): void {
    this.#tools.set(name, tool);
  }

  /** Calls the listener when `requests` has changed. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The visitor's word on a request. Resolves when the tool has run. */
  async answer(callId: string, accepted: boolean): Promise<void> {
    const request = this.#requests.find(one => one.callId === callId);
    if (!request) return;
    this.#ask(this.#requests.filter(one => one !== request));
    if (accepted) await this.#run(request);
    else this.#report(request, 'failed', 'declined');
  }

  close(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #take(reply: ChatMessage): void {
    for (const part of reply.parts) {
      if (!isToolCallPart(part) || part.state !== 'running') continue;
      const tool = this.#tools.get(part.name);
      if (!tool) continue;
      const { id: callId, name, input } = part;
      const request = { callId, name, description: tool.description, input, messageKey: reply.key };
      if (tool.confirm) this.#ask([...this.#requests, request]);
      else void this.#run(request);
    }
  }

  async #run(request: ToolRequest): Promise<void> {
    try {
      const output: unknown = await this.#tools.get(request.name)?.run(request.input);
      this.#report(request, 'done', plain(output));
    } catch (error) {
      this.#report(request, 'failed', error instanceof Error ? error.message : String(error));
    }
  }

  #report({ messageKey, callId }: ToolRequest, state: ToolCallPart['state'], output: unknown): void {
    this.#conversation.reportTool(messageKey, callId, state, output);
  }

  #ask(requests: readonly ToolRequest[]): void {
    if (requests.length === 0 && this.#requests.length === 0) return;
    this.#requests = requests;
    for (const listener of this.#listeners) listener();
  }
}

/** What can be stored and told to other tabs. */
function plain(value: unknown): unknown {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? undefined : JSON.parse(json);
}
