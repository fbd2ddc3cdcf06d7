import { html, nothing, type TemplateResult } from 'lit';
import type { ChatMessage } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { isToolCallPart, type ToolCallPart } from '../../../protocol/message.ts';
import { emit } from '../events.ts';
import type { ClientTool, WindowOwner } from '../window-contract.ts';

/**
 * Functions of the page that the agent may ask for: a finished reply with a `tool-call` part in state `running`.
 * The visitor is asked first; a text the tool returns is sent as the next message, where the visitor sees it.
 */
export class ToolRunner {
  readonly #owner: WindowOwner;
  readonly #send: (text: string) => Promise<void>;
  readonly #tools = new Map<string, ClientTool>();
  #asked: ToolCallPart[] = [];

  constructor(owner: WindowOwner, send: (text: string) => Promise<void>) {
    this.#owner = owner;
    this.#send = send;
  }

  register(name: string, tool: ClientTool): void {
    this.#tools.set(name, tool);
  }

  /** Looks through a finished reply for calls of registered tools. */
  take(message: ChatMessage): void {
    for (const part of message.parts) {
      if (!isToolCallPart(part) || part.state !== 'running') continue;
      const tool = this.#tools.get(part.name);
      if (tool?.confirm === false) void this.#run(part);
      else if (tool) this.#asked = [...this.#asked, part];
    }
    this.#owner.requestUpdate();
  }

  render(strings: Strings): TemplateResult | typeof nothing {
    const [call] = this.#asked;
    const tool = call && this.#tools.get(call.name);
    if (!call || !tool) return nothing;
    const settle = (allowed: boolean) => (): void => {
      this.#asked = this.#asked.slice(1);
      this.#owner.requestUpdate();
      if (allowed) void this.#run(call);
    };
    return html`<div part="tool-request" class="tool-request" role="group" aria-label=${tool.description}
      ><p class="tool-request-text">${tool.description}</p
      ><button class="consent-button" type="button" @click=${settle(true)}>${strings.allow}</button
      ><button class="plain-button" type="button" @click=${settle(false)}>${strings.refuse}</button
      ></div
    >`;
  }

  async #run(call: ToolCallPart): Promise<void> {
    const tool = this.#tools.get(call.name);
    if (!tool || !emit(this.#owner, 'agent-chat-tool', { name: call.name, input: call.input })) return;
    try {
      const result = await tool.execute(call.input);
      if (typeof result === 'string' && result !== '') await this.#send(result);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      emit(this.#owner, 'agent-chat-error', { code: 'tool_failed', message: `${call.name}: ${message}` });
    }
  }
}
