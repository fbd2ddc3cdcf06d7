import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Lead } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { renderMarkdown } from '../../../markdown/index.ts';
import { countCharacters } from '../../../protocol/text.ts';
import { fields, LightElement } from '../light-element.ts';
import { hideFromShortcuts } from '../page-shortcuts.ts';
import { adoptStyles } from '../shadow-root.ts';
import { formStyles } from '../styles/form-styles.ts';
import { type LeadField, type LeadForm, leadFields } from './lead-fields.ts';

type LeadControl = HTMLInputElement | HTMLSelectElement;

/** An error message, in the language at the time of rendering. */
type ErrorMessage = (strings: Strings) => string;

/**
 * Asks for a contact. The browser validates the fields; errors are shown as text beside each, in the chat's language. The
 * values stay in the fields until they are submitted.
 *
 * @tag agent-chat-lead-form
 * @csspart lead-form - The form.
 * @csspart field - One field with its label.
 * @fires lead-submit - `detail`: the contact (inner).
 * @fires lead-skip - The visitor would rather not (inner).
 */
export class AgentChatLeadForm extends LightElement {
  static override properties: PropertyDeclarations = fields('form strings busy failed initialValues wrong');

  declare form: LeadForm;
  declare strings: Strings;
  /** Whether it is being submitted; another press is ignored. */
  declare busy: boolean;
  /** Whether submitting failed. */
  declare failed: boolean;
  /** Initial values of the fields. */
  declare initialValues: FormData | undefined;
  /** Errors by field; `all` for the form as a whole. */
  declare protected wrong: ReadonlyMap<string, ErrorMessage>;

  constructor() {
    super();
    this.busy = false;
    this.failed = false;
    this.wrong = new Map();
  }

  /** Clears all fields and errors. */
  clear(): void {
    this.querySelector('form')?.reset();
    this.wrong = new Map();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, formStyles);
  }

  /** By the button and not by the submit event, which a sandbox without `allow-forms` does not dispatch. */
  async #onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    const form = this.querySelector('form')!;
    const controls = [...form.querySelectorAll<LeadControl>('input, select')];
    const wrong = new Map<string, ErrorMessage>();
    for (const control of controls) {
      // `required` accepts white space. Setting the value of any other kind would clear what is not valid.
      if (/^(?:text|email|tel)$/.test(control.type)) control.value = control.value.trim();
      if (!control.validity.valid || isTooLarge(control)) wrong.set(control.name, errorOf(control));
    }
    const lead: Lead = {};
    for (const field of leadFields(this.form, this.strings)) {
      const value = String(new FormData(form).get(field.id) ?? '');
      const over = countCharacters(value) - field.max;
      if (over > 0) wrong.set(field.id, strings => strings.charactersOver(over));
      if (value !== '') field.put(lead, value);
    }
    if (wrong.size === 0 && Object.keys(lead).length === 0) wrong.set('all', strings => strings.leadEmpty);
    this.wrong = wrong;
    await this.updateComplete;
    if (wrong.size > 0) {
      const first = controls.find(control => wrong.has(control.name) || wrong.has('all'));
      first?.focus();
      // The error is below the field, and may be out of view.
      first?.closest('.field')?.scrollIntoView({ block: 'nearest' });
      // Also if the field had the focus already, as after Enter in it.
      const text = Array.from(this.querySelectorAll('.wrong'), ({ textContent }) => textContent).join(' ');
      this.dispatchEvent(new CustomEvent('say', { bubbles: true, detail: { text } }));
    } else this.dispatchEvent(new CustomEvent('lead-submit', { detail: lead }));
  }

  #onSkip(): void {
    this.dispatchEvent(new CustomEvent('lead-skip'));
  }

  protected override firstUpdated(): void {
    for (const control of this.querySelectorAll<LeadControl>('input, select')) {
      const value = this.initialValues?.get(control.name);
      if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value != null;
      else if (typeof value === 'string') control.value = value;
    }
  }

  protected override updated(changed: PropertyValues): void {
    const label = changed.has('form') && this.querySelector<HTMLElement>('.agree label');
    if (!label) return;
    label.replaceChildren();
    renderMarkdown(label, this.form.consent, { strings: this.strings });
  }

  protected override render(): TemplateResult {
    const { strings, form, busy, failed, wrong } = this;
    const general = failed ? strings.leadFailed : wrong.get('all')?.(strings);
    return html`
      <form part="lead-form" class="card" novalidate aria-labelledby="agent-chat-lead-title" @keydown=${hideFromShortcuts} @submit=${this.#onSubmit}>
        <p class="title" id="agent-chat-lead-title"><bdi>${form.title || strings.leadTitle}</bdi></p>
        ${leadFields(form, strings).map(field => this.#renderField(field))} ${form.consent ? this.#renderConsent() : nothing}
        <p part="error" class="wrong" role=${failed ? 'alert' : nothing} ?hidden=${!general}>${general ?? ''}</p>
        <div class="buttons">
          <button class="primary-button" @click=${this.#onSubmit} aria-disabled=${busy ? 'true' : nothing}>${strings.leadSubmit}</button>
          ${form.required ? nothing : html`<button type="button" class="quiet-button" @click=${this.#onSkip}>${strings.leadSkip}</button>`}
        </div>
      </form>
    `;
  }

  #renderField({ id: name, type, autocomplete, label, required, options }: LeadField): TemplateResult {
    const wrong = this.wrong.get(name)?.(this.strings);
    const id = `agent-chat-lead-${name}`;
    const invalid = wrong ? 'true' : 'false';
    const describedBy = wrong ? `${id}-wrong` : nothing;
    const control = options
      ? html`<select class="line" id=${id} name=${name} ?required=${required} aria-invalid=${invalid} aria-describedby=${describedBy}>
          <option value="">–</option>
          ${options.map(option => html`<option value=${option}>${option}</option>`)}
        </select>`
      : html`<input class="line" id=${id} name=${name} type=${type} step=${type === 'number' ? 'any' : nothing} autocomplete=${autocomplete}
          ?required=${required} aria-invalid=${invalid} aria-describedby=${describedBy} />`;
    return html`
      <div part="field" class="field">
        <label for=${id}><bdi>${label}</bdi>${required ? nothing : html` <span class="optional">(${this.strings.optional})</span>`}</label>
        ${control}
        ${wrong ? html`<div class="wrong" id="${id}-wrong">${wrong}</div>` : nothing}
      </div>
    `;
  }

  #renderConsent(): TemplateResult {
    const wrong = this.wrong.get('consent')?.(this.strings);
    const id = 'agent-chat-lead-consent';
    return html`
      <div part="field" class="field">
        <div class="agree">
          <input
            type="checkbox"
            id=${id}
            name="consent"
            required
            aria-invalid=${wrong ? 'true' : 'false'}
            aria-describedby=${wrong ? `${id}-wrong` : nothing}
          />
          <label for=${id}></label>
        </div>
        ${wrong ? html`<div class="wrong" id="${id}-wrong">${wrong}</div>` : nothing}
      </div>
    `;
  }
}

/** Whether a number has more digits than a contact keeps. */
function isTooLarge({ type, value }: LeadControl): boolean {
  return type === 'number' && !(Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER);
}

/** Not `validationMessage`, which is in the browser's language. */
function errorOf({ type, validity: { valueMissing, badInput } }: LeadControl): ErrorMessage {
  if (type === 'checkbox') return strings => strings.leadConsentMissing;
  // A date of which only the day is typed is missing as well.
  if (valueMissing && !badInput) return strings => strings.leadMissing;
  if (type === 'number') return strings => strings.leadNumberWrong;
  return strings => (badInput ? strings.leadDateWrong : strings.leadEmailWrong);
}
