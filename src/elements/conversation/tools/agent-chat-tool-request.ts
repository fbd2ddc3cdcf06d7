import type { PropertyDeclarations, TemplateResult } from 'lit';
import { html } from 'lit';
import type { ToolRequest } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { ToolCallPart } from '../../../protocol/message.ts';
import { fields, LightElement } from '../light-element.ts';
import { renderToolCall } from '../parts/tool-call-view.ts';
import { adoptStyles } from '../shadow-root.ts';
import { formStyles } from '../styles/form-styles.ts';

/** A placeholder for the page's description. */
const PLACE = '\uFFFC';

/**
 * Asks the visitor to allow a tool call: what would happen, and with which data. Loaded when an agent first calls a tool
 * of the page that needs permission.
 *
 * @tag agent-chat-tool-request
 * @fires tool-answer - `detail`: `callId`, `accepted` (inner).
 */
export class AgentChatToolRequest extends LightElement {
  static override properties: PropertyDeclarations = fields('call request strings');

  declare call: ToolCallPart;
  declare request: ToolRequest;
  declare strings: Strings;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, formStyles);
  }

  #answer(accepted: boolean): void {
    const detail = { callId: this.request.callId, accepted };
    this.dispatchEvent(new CustomEvent('tool-answer', { bubbles: true, detail }));
  }

  protected override render(): TemplateResult {
    const { call, request, strings } = this;
    // The page's description may be in another language than the question around it.
    const [before, after] = strings.toolConfirm(PLACE).split(PLACE);
    return html`
      <div class="card tool-request" role="group" aria-label=${call.name}>
        <p class="title">${before}<span class="description" dir="auto">${request.description}</span>${after}</p>
        ${renderToolCall({ ...call, state: 'running' }, strings, true)}
        <div class="buttons">
          <button type="button" class="primary-button" @click=${() => this.#answer(true)}>${strings.allow}</button>
          <button type="button" class="quiet-button" @click=${() => this.#answer(false)}>${strings.deny}</button>
        </div>
      </div>
    `;
  }
}
