import type { ReactiveController } from 'lit';
import type { Conversation } from '../../../client/conversation/conversation.ts';
import type { ClientTool, ToolRequest } from '../../../client/index.ts';
import { ClientTools } from '../../../client/index.ts';
import type { ConversationHost } from '../hosts.ts';

/** The visitor's decision about a tool call. */
interface ToolAnswer {
  callId: string;
  accepted: boolean;
}

/** Runs the page's tools for the conversation. Loaded if the page registered any. */
export class ToolController implements ReactiveController {
  readonly #host: ConversationHost;
  #conversation: Conversation | undefined;
  #tools: ClientTools | undefined;
  #known: ReadonlyMap<string, ClientTool> | undefined;
  /** Calls that wait for permission. The same array until it changes. */
  #requests: readonly ToolRequest[] = [];

  constructor(host: ConversationHost) {
    this.#host = host;
    host.addController(this);
    host.addEventListener('tool-answer', event => this.#answer(event as CustomEvent<ToolAnswer>));
  }

  /** Applies the host's current conversation and tools. Returns the calls that wait for permission. */
  update(): readonly ToolRequest[] {
    const { conversation, tools } = this.#host;
    if (conversation !== this.#conversation) {
      this.hostDisconnected();
      this.#conversation = conversation;
      this.#tools = conversation && new ClientTools(conversation, { allows: this.#allows });
      this.#tools?.subscribe(this.#refresh);
    }
    if (tools !== this.#known) for (const [name, tool] of tools) this.#tools?.register(name, tool);
    this.#known = tools;
    return this.#requests;
  }

  #answer({ detail: { callId, accepted } }: CustomEvent<ToolAnswer>): void {
    void this.#tools?.answer(callId, accepted);
    this.#host.focusComposer();
  }

  hostDisconnected(): void {
    this.#tools?.close();
    this.#tools = undefined;
    this.#conversation = undefined;
    this.#known = undefined;
    this.#requests = [];
  }

  readonly #refresh = (): void => {
    this.#requests = this.#tools?.requests ?? [];
    this.#host.requestUpdate();
  };

  readonly #allows = (detail: { name: string; input: unknown }): boolean =>
    this.#host.dispatchEvent(new CustomEvent('tool-run', { bubbles: true, cancelable: true, detail }));
}
