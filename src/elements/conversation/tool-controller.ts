import type { ClientTool, ToolRequest } from '../../client/index.ts';
import { ClientTools } from '../../client/index.ts';
import type { LiveConversation } from '../../client/live-conversation.ts';

/** What the page's tools work for. */
export interface ToolHost extends HTMLElement {
  conversation: LiveConversation | undefined;
  tools: ReadonlyMap<string, ClientTool>;
  requestUpdate(): void;
}

/** What the visitor says to a call that waits for his word. */
export interface ToolAnswer {
  callId: string;
  accepted: boolean;
}

/** Lets the conversation in view use the page's tools. Fetched when the page has any. */
export class ToolController {
  readonly #host: ToolHost;
  #conversation: LiveConversation | undefined;
  #tools: ClientTools | undefined;
  #known: ReadonlyMap<string, ClientTool> | undefined;
  /** Calls that wait for the visitor's word; the same list as long as nothing in it has changed. */
  requests: readonly ToolRequest[] = [];

  constructor(host: ToolHost) {
    this.#host = host;
  }

  /** Serves the host's conversation with the host's tools, whichever they are by now. */
  follow(): void {
    const { conversation, tools } = this.#host;
    if (conversation !== this.#conversation) {
      this.close();
      this.#conversation = conversation;
      this.#tools = conversation && new ClientTools(conversation, { allows: this.#allows });
      this.#tools?.subscribe(this.#refresh);
    }
    if (tools === this.#known) return;
    this.#known = tools;
    for (const [name, tool] of tools) this.#tools?.register(name, tool);
  }

  answer({ callId, accepted }: ToolAnswer): void {
    void this.#tools?.answer(callId, accepted);
  }

  close(): void {
    this.#tools?.close();
    this.#tools = undefined;
    this.#conversation = undefined;
    this.#known = undefined;
    this.requests = [];
  }

  readonly #refresh = (): void => {
    this.requests = this.#tools?.requests ?? [];
    this.#host.requestUpdate();
  };

  readonly #allows = (detail: { name: string; input: unknown }): boolean =>
    this.#host.dispatchEvent(new CustomEvent('tool-run', { bubbles: true, cancelable: true, detail }));
}
