import type { PropertyDeclarations, TemplateResult } from 'lit';
import { html } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { fields, LightElement } from '../light-element.ts';
import { hideFromShortcuts } from '../page-shortcuts.ts';
import { adoptStyles } from '../shadow-root.ts';
import { formStyles } from '../styles/form-styles.ts';

/** Maximum length of the visitor's own reason. */
const REASON_MAX = 500;

/**
 * Asks what was wrong with an answer: reasons to select, and a field for another one. Loaded on the first thumb down; the
 * rating itself is sent already, so everything is optional.
 *
 * @tag agent-chat-feedback-form
 * @fires feedback-reason - `detail.reason`, undefined if the visitor cancels (inner).
 */
export class AgentChatFeedbackForm extends LightElement {
  static override properties: PropertyDeclarations = fields('strings');

  declare strings: Strings;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, formStyles);
  }

  /** Scrolls the form into view, or its question if the log is too low, after the log has followed its end. */
  protected override firstUpdated(): void {
    new ResizeObserver((_, sizes) => {
      sizes.disconnect();
      for (const part of [this, this.querySelector('legend')!]) part.scrollIntoView({ block: 'nearest' });
    }).observe(this);
  }

  /** By the button and not by the submit event, which a sandbox without `allow-forms` does not dispatch. */
  #onSubmit(event: Event): void {
    event.preventDefault();
    const data = new FormData(this.querySelector('form')!);
    const reasons = [...data.getAll('reason'), data.get('more')]
      .map(String)
      .filter(reason => reason.trim() !== '');
    this.#finish(reasons.join('; '));
  }

  #onKeyDown(event: KeyboardEvent): void {
    hideFromShortcuts(event);
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    this.#finish(undefined);
  }

  #finish(reason: string | undefined): void {
    this.dispatchEvent(new CustomEvent('feedback-reason', { detail: { reason: reason || undefined } }));
  }

  protected override render(): TemplateResult {
    const { strings } = this;
    return html`
      <form class="card" aria-label=${strings.feedbackQuestion} @keydown=${this.#onKeyDown} @submit=${this.#onSubmit}>
        <fieldset>
          <legend>${strings.feedbackQuestion}</legend>
          <div class="choices">
            ${strings.feedbackReasons.map(
              reason =>
                html`<label class="choice"><input type="checkbox" name="reason" value=${reason} /><span>${reason}</span></label>`,
            )}
          </div>
        </fieldset>
        <input class="line" name="more" maxlength=${REASON_MAX} autocomplete="off" aria-label=${strings.feedbackMore} placeholder=${strings.feedbackMore} />
        <div class="buttons">
          <button class="primary-button" @click=${this.#onSubmit}>${strings.feedbackSend}</button>
          <button type="button" class="quiet-button" @click=${() => this.#finish(undefined)}>${strings.cancel}</button>
        </div>
      </form>
    `;
  }
}
