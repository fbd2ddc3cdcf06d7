import type { PropertyDeclarations, TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import type { Strings } from '../../locales/strings.ts';
import type { ToolCallPart } from '../../protocol/message.ts';
import { adoptStyles } from './adopt-styles.ts';
import type { PageTool } from './page-tool.ts';
import { drawToolCall } from './parts/tool-call-part.ts';
import { formStyles } from './styles/form-styles.ts';

type Step = 'asking' | 'running' | 'done' | 'failed' | 'denied';

/**
 * A tool call the page itself answers. The visitor sees what would happen and with which data, and allows it or
 * not; what came out stands under the call. Loaded when an agent first asks for a tool of the page.
 *
 * @tag agent-chat-tool-request
 * @fires tool-run - About to run; `detail`: `name`, `input`; cancelable (inner).
 */
export class AgentChatToolRequest extends LitElement {
  static override properties: PropertyDeclarations = {
    call: { attribute: false },
    tool: { attribute: false },
    strings: { attribute: false },
    fresh: { attribute: false },
    step: { state: true },
    output: { state: true },
  };

  declare call: ToolCallPart;
  declare tool: PageTool;
  declare strings: Strings;
  /** Asked for just now, not in a conversation that was opened again: only then a tool may run unasked. */
  declare fresh: boolean;
  declare protected step: Step;
  declare protected output: unknown;

  constructor() {
    super();
    this.fresh = false;
    this.step = 'asking';
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, formStyles);
  }

  protected override firstUpdated(): void {
    if (this.fresh && !this.tool.confirm) void this.#run();
  }

  async #run(): Promise<void> {
    const { name, input } = this.call;
    const detail = { name, input };
    if (!this.dispatchEvent(new CustomEvent('tool-run', { bubbles: true, cancelable: true, detail }))) {
      this.step = 'denied';
      return;
    }
    this.step = 'running';
    try {
      this.output = await this.tool.run(input);
      this.step = 'done';
    } catch {
      // Why is the page's own matter: its console has it, a visitor could do nothing with it.
      this.step = 'failed';
    }
  }

  protected override render(): TemplateResult {
    const { call, strings, step, output } = this;
    if (step !== 'asking') {
      const state = step === 'running' || step === 'done' ? step : 'failed';
      return html`${drawToolCall({ ...call, state, output }, strings)}${
        step === 'denied' ? html`<p class="denied">${strings.toolDenied}</p>` : nothing
      }`;
    }
    return html`
      <div class="card tool-request" role="group" aria-label=${call.name}>
        <p class="title">${strings.toolConfirm(this.tool.description)}</p>
        ${drawToolCall({ ...call, state: 'running' }, strings)}
        <div class="buttons">
          <button type="button" class="primary-button" @click=${this.#run}>${strings.allow}</button>
          <button type="button" class="quiet-button" @click=${() => this.#deny()}>${strings.deny}</button>
        </div>
      </div>
    `;
  }

  #deny(): void {
    this.step = 'denied';
  }
}
