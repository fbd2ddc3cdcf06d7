import { html, nothing, type TemplateResult } from 'lit';
import { ClientError } from '../../../client/transport/client-error.ts';
import { type Contact, type ContactInput, contactInputSchema } from '../../../protocol/contacts.ts';
import { ProtocolError } from '../../../protocol/errors.ts';
import { parse } from '../../../protocol/validation.ts';
import { icon } from '../icons.ts';
import { definePersonActions } from '../person-actions.ts';
import { ToolTab } from '../tool-tab.ts';
import { rowFaultMessage } from './import-messages.ts';

export const contactFormTag = 'agent-chat-admin-contact';

/** Fired when the form is done; `detail` says what was done, or nothing if the owner went back. */
export const CONTACT_DONE = 'contact-done';

const FIELDS = ['external_id', 'name', 'email', 'phonenumber'] as const;
type Field = (typeof FIELDS)[number];

/** One contact: a new one, or one that is changed or deleted. */
export class ContactForm extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    contact: { attribute: false },
    faults: { state: true },
    asksToDelete: { state: true },
    busy: { state: true },
  };

  /** Undefined for a new one. */
  declare contact: Contact | undefined;
  declare private faults: Partial<Record<Field, string>>;
  declare private asksToDelete: boolean;
  declare private busy: boolean;

  constructor() {
    super();
    this.faults = {};
    this.asksToDelete = false;
    this.busy = false;
    definePersonActions();
  }

  protected override firstUpdated(): void {
    this.querySelector<HTMLElement>('input')?.focus();
  }

  protected override render(): TemplateResult {
    const { contacts: words, conversations, answers, saving } = this.strings;
    const { contact } = this;
    const canDelete = contact !== undefined && this.session.extensions.contacts;
    const person = contact && this.session.extensions.personalData ? contact : undefined;
    return html`<p class="actions">
        <button type="button" class="back" @click=${() => this.#done()}>${icon('back')} ${conversations.back}</button>
      </p>
      <h3 dir="auto">${contact ? `${answers.edit}: ${contact.name ?? contact.external_id}` : words.add}</h3>
      <form class="contact-form" novalidate @submit=${this.#onSubmit}>
        ${FIELDS.map(field => this.#renderField(field))}
        ${Object.entries(contact?.custom_attributes ?? {}).map(([name, value]) => renderAttribute(name, value))}
        <div class="line attribute">
          <label>${words.newAttribute} <input type="text" name="attribute" dir="auto" autocomplete="off" maxlength="200" /></label>
          <label>${words.attributeValue} <input type="text" name="attribute-value" dir="auto" autocomplete="off" /></label>
        </div>
        <div role="alert">${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}</div>
        <p class="actions">
          <button class="primary" aria-disabled=${this.busy ? 'true' : nothing}>${icon('check')} ${saving.save}</button>
        </p>
      </form>
      ${canDelete ? this.#renderDelete() : nothing}
      ${
        person
          ? html`<agent-chat-admin-person .session=${this.session} .strings=${this.strings} .locale=${this.locale}
              .person=${{ user: person.external_id }}
              @person-erased=${(event: CustomEvent<string>) => this.#done(event.detail)}></agent-chat-admin-person>`
          : nothing
      }`;
  }

  #renderField(field: Field): TemplateResult {
    const fault = this.faults[field];
    const id = `contact-${field}`;
    const mode = field === 'email' ? 'email' : field === 'phonenumber' ? 'tel' : 'text';
    return html`<div class="field">
      <div class="field-head"><label class="label" for=${id}>${this.strings.contacts.columns[field]}</label></div>
      <div class="control">
        <input id=${id} name=${field} type="text" inputmode=${mode} dir="auto" autocomplete="off" spellcheck="false"
          aria-describedby=${fault ? `${id}-fault` : nothing} aria-invalid=${fault ? 'true' : nothing}
          .value=${this.contact?.[field] ?? ''} />
      </div>
      ${fault ? html`<p class="fault" id="${id}-fault">${icon('alert')} ${fault}</p>` : nothing}
    </div>`;
  }

  #renderDelete(): TemplateResult {
    const { conversations: words } = this.strings;
    if (!this.asksToDelete)
      return html`<p class="actions">
        <button type="button" class="danger remove" @click=${this.#askToDelete}>${icon('remove')} ${words.remove}</button>
      </p>`;
    return html`<p class="actions confirm" role="group" aria-label=${words.remove}>
      <strong>${words.remove}</strong>
      <button type="button" class="danger" @click=${this.#delete}>${words.sure}</button>
      <button type="button" class="keep" @click=${this.#keep}>${words.keep}</button>
    </p>`;
  }

  #askToDelete = async (): Promise<void> => {
    this.asksToDelete = true;
    await this.#focus('.keep');
  };

  #keep = async (): Promise<void> => {
    this.asksToDelete = false;
    await this.#focus('.remove');
  };

  #delete = (): Promise<void> =>
    this.#run(async () => {
      await this.session.client.changeContact(this.contact!.id);
      this.#done(this.strings.conversations.removed(1));
    });

  #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const input = this.#read(new FormData(event.target as HTMLFormElement));
    if (!input) return await this.#focus('[aria-invalid=true]');
    await this.#run(async () => {
      const { client } = this.session;
      if (this.contact) await client.changeContact(this.contact.id, input);
      else await client.createContacts([input]);
      this.#done(this.strings.contacts.saved);
    });
    if (Object.keys(this.faults).length > 0) await this.#focus('[aria-invalid=true]');
  };

  /** The contact of the form; undefined if a field is at fault, which then says why. */
  #read(form: FormData): ContactInput | undefined {
    const text = (name: string): string | null => String(form.get(name) ?? '').trim() || null;
    const attributes = this.#attributesOf(form);
    const fields: Record<Field, string | null> & Pick<ContactInput, 'custom_attributes'> = {
      ...{ external_id: text('external_id'), name: text('name') },
      ...{ email: text('email'), phonenumber: text('phonenumber') },
      ...((this.contact || Object.keys(attributes).length > 0) && { custom_attributes: attributes }),
    };
    const faults: typeof this.faults = {};
    if (fields.external_id === null) faults.external_id = this.strings.importing.missingId;
    for (const field of FIELDS) {
      const value = fields[field];
      if (value === null) continue;
      try {
        parse(contactInputSchema, { external_id: 'x', [field]: value });
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        faults[field] = rowFaultMessage({ kind: 'field', field }, this.strings);
      }
    }
    this.faults = faults;
    return Object.keys(faults).length > 0 ? undefined : (fields as ContactInput);
  }

  /** An emptied attribute is removed. One that was no text keeps its type while its text is the same. */
  #attributesOf(form: FormData): Record<string, unknown> {
    const attributes: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(this.contact?.custom_attributes ?? {})) {
      const entered = String(form.get(`attribute:${name}`) ?? '');
      if (entered !== '') attributes[name] = entered === asText(value) ? value : entered;
    }
    const added = String(form.get('attribute') ?? '').trim();
    const value = String(form.get('attribute-value') ?? '').trim();
    if (added !== '' && value !== '') attributes[added] = value;
    return attributes;
  }

  async #run(task: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.fault = undefined;
    try {
      await task();
    } catch (error) {
      const field = error instanceof ClientError && error.code === 'conflict' ? takenField(error) : undefined;
      if (field)
        this.faults = { [field]: this.strings.importing.existsField(this.strings.contacts.columns[field]) };
      else if (error instanceof ClientError && error.code === 'not_found')
        this.fault = this.strings.contacts.gone;
      else this.showError(error);
    } finally {
      this.busy = this.asksToDelete = false;
    }
  }

  #done(message?: string): void {
    this.dispatchEvent(new CustomEvent(CONTACT_DONE, { detail: message, bubbles: true }));
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}

/** The field that another contact has already: `users.0.email: exists already` or `email: exists already`. */
function takenField({ message }: ClientError): Field | undefined {
  return (['email', 'external_id'] as const).find(field => new RegExp(`(^|\\.)${field}\\b`).test(message));
}

function renderAttribute(name: string, value: unknown): TemplateResult {
  return html`<div class="field">
    <label class="label"><span dir="auto">${name}</span>
      <input type="text" name="attribute:${name}" dir="auto" autocomplete="off" .value=${asText(value)} />
    </label>
  </div>`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function defineContactForm(): void {
  if (!customElements.get(contactFormTag)) customElements.define(contactFormTag, ContactForm);
}
