import { html, nothing, type TemplateResult } from 'lit';
import { ClientError } from '../../../client/transport/client-error.ts';
import { type Contact, type ContactInput, contactInputSchema } from '../../../protocol/contacts.ts';
import { ProtocolError } from '../../../protocol/errors.ts';
import { parse } from '../../../protocol/validation.ts';
import { icon } from '../icons.ts';
import { definePersonActions } from '../person-actions.ts';
import { ToolTab } from '../tool-tab.ts';
import { changeContact, deleteContact } from './contact-requests.ts';
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
    asksToDiscard: { state: true },
    busy: { state: true },
  };

  /** Undefined for a new one. */
  declare contact: Contact | undefined;
  declare private faults: Partial<Record<Field, string>>;
  declare private asksToDelete: boolean;
  /** Whether the owner still has to confirm that what they typed is lost. */
  declare private asksToDiscard: boolean;
  declare private busy: boolean;
  /** What the fields held at first. A field drops line breaks, so this can differ from the contact. */
  #opened: FormData | undefined;

  constructor() {
    super();
    this.faults = {};
    this.asksToDelete = false;
    this.asksToDiscard = false;
    this.busy = false;
    definePersonActions();
  }

  override get unsaved(): boolean {
    if (!this.#opened) return false;
    const now = new FormData(this.#form);
    return [...now].some(([name]) => this.#isEdited(now, name));
  }

  protected override firstUpdated(): void {
    this.#opened = new FormData(this.#form);
    this.querySelector<HTMLElement>('input')?.focus();
  }

  protected override render(): TemplateResult {
    const { contacts: words, conversations, answers, saving } = this.strings;
    const { contact } = this;
    const canDelete = contact !== undefined && this.session.extensions.contacts;
    const person = contact && this.session.extensions.personalData ? contact : undefined;
    return html`<p class="actions">
        <button type="button" class="back" @click=${this.#leave}>${icon('back')} ${conversations.back}</button>
      </p>
      ${this.asksToDiscard ? this.#renderDiscard() : nothing}
      <h3 dir="auto">${contact ? `${answers.edit}: ${contact.name ?? contact.external_id}` : words.add}</h3>
      <form class="contact-form" novalidate @submit=${this.#onSubmit}>
        ${FIELDS.map(field => this.#renderField(field))}
        ${Object.entries(contact?.custom_attributes ?? {}).map(([name, value]) => renderAttribute(name, value))}
        <div class="line attribute">
          <label>${words.newAttribute} <input type="text" name="attribute" dir="auto" placeholder=" " autocomplete="off" maxlength="200" /></label>
          <label>${words.attributeValue} <input type="text" name="attribute-value" dir="auto" placeholder=" " autocomplete="off" /></label>
        </div>
        <div role="alert">${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}</div>
        <p class="actions">
          <button class="primary" aria-disabled=${this.busy ? 'true' : nothing}>${icon('check')} ${saving.save}</button>
        </p>
      </form>
      ${canDelete ? this.#renderDelete() : nothing}
      ${
        person
          ? html`<agent-chat-admin-person .session=${this.session} .strings=${this.strings} .locale=${this.locale} .revision=${this.revision}
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
        <input id=${id} name=${field} type="text" inputmode=${mode} dir="auto" placeholder=" " autocomplete="off" spellcheck="false"
          aria-describedby=${fault ? `${id}-fault` : nothing} aria-invalid=${fault ? 'true' : nothing}
          .value=${this.contact?.[field] ?? ''} />
      </div>
      ${fault ? html`<p class="fault" id="${id}-fault">${icon('alert')} ${fault}</p>` : nothing}
    </div>`;
  }

  #renderDiscard(): TemplateResult {
    const { answers: words } = this.strings;
    return html`<p class="actions confirm" role="group" aria-label=${words.discardQuestion}>
      <strong>${words.discardQuestion}</strong>
      <button type="button" class="danger" @click=${() => this.#done()}>${words.discard}</button>
      <button type="button" class="keep-writing" @click=${this.#keepWriting}>${words.keepWriting}</button>
    </p>`;
  }

  #renderDelete(): TemplateResult {
    const { conversations: words } = this.strings;
    const disabled = this.busy ? 'true' : nothing;
    if (!this.asksToDelete)
      return html`<p class="actions">
        <button type="button" class="danger remove" aria-disabled=${disabled} @click=${this.#askToDelete}>${icon('remove')} ${words.remove}</button>
      </p>`;
    return html`<p class="actions confirm" role="group" aria-label=${words.remove}>
      <strong>${words.remove}</strong>
      <button type="button" class="danger" aria-disabled=${disabled} @click=${this.#delete}>${words.sure}</button>
      <button type="button" class="keep" aria-disabled=${disabled} @click=${this.#keep}>${words.keep}</button>
    </p>`;
  }

  /** Asks first if something would be lost. */
  #leave = async (): Promise<void> => {
    if (!this.unsaved) return this.#done();
    this.asksToDiscard = true;
    await this.#focus('.keep-writing');
  };

  #keepWriting = async (): Promise<void> => {
    this.asksToDiscard = false;
    await this.#focus('input');
  };

  #askToDelete = async (): Promise<void> => {
    if (this.busy) return;
    this.asksToDelete = true;
    await this.#focus('.keep');
  };

  #keep = async (): Promise<void> => {
    // A running deletion cannot be called off.
    if (this.busy) return;
    this.asksToDelete = false;
    await this.#focus('.remove');
  };

  #delete = async (): Promise<void> => {
    await this.#run(async () => {
      await deleteContact(this.session.client, this.contact!.id);
      this.#done(this.strings.conversations.removed(1));
    });
    await this.restoreFocus('.remove');
  };

  #onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const input = this.#read(new FormData(this.#form));
    if (!input) return await this.#focus('[aria-invalid=true]');
    if (Object.keys(input).length === 0) return this.#done();
    await this.#run(async () => {
      const { client } = this.session;
      if (this.contact) await changeContact(client, this.contact.id, input);
      else await client.createContacts([input as ContactInput]);
      this.#done(this.strings.contacts.saved);
    });
    if (Object.keys(this.faults).length > 0) await this.#focus('[aria-invalid=true]');
  };

  get #form(): HTMLFormElement {
    return this.querySelector('form')!;
  }

  /** Whether a field holds something else than when the form was opened. */
  #isEdited(form: FormData, name: string): boolean {
    return form.get(name) !== (this.#opened?.get(name) ?? '');
  }

  /**
   * The new contact, or what the owner has changed of a contact: somebody else may have changed the rest meanwhile.
   * Undefined if a field is at fault, which then says why.
   */
  #read(form: FormData): Partial<ContactInput> | undefined {
    const input: Partial<Record<Field, string | null>> & Pick<ContactInput, 'custom_attributes'> = {};
    const faults: typeof this.faults = {};
    for (const field of FIELDS) {
      if (this.contact && !this.#isEdited(form, field)) continue;
      const value = entryOf(form, field).trim() || null;
      input[field] = value;
      if (value === null) {
        if (field === 'external_id') faults[field] = this.strings.importing.missingId;
        continue;
      }
      try {
        parse(contactInputSchema, { external_id: 'x', [field]: value });
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        faults[field] = rowFaultMessage({ kind: 'field', field }, this.strings);
      }
    }
    const attributes = this.#attributesOf(form);
    if (attributes) input.custom_attributes = attributes;
    this.faults = faults;
    return Object.keys(faults).length > 0 ? undefined : (input as Partial<ContactInput>);
  }

  /** An emptied attribute is removed; one that was not edited keeps its type and its line breaks. Undefined if none was. */
  #attributesOf(form: FormData): Record<string, unknown> | undefined {
    const before = Object.entries(this.contact?.custom_attributes ?? {});
    const edited = before.map(([name]) => `attribute:${name}`).filter(name => this.#isEdited(form, name));
    const added = entryOf(form, 'attribute').trim();
    const value = entryOf(form, 'attribute-value').trim();
    const isAdded = added !== '' && value !== '';
    if (edited.length === 0 && !isAdded) return undefined;
    const after = before.flatMap(([name, stored]): [string, unknown][] => {
      if (!edited.includes(`attribute:${name}`)) return [[name, stored]];
      const entered = entryOf(form, `attribute:${name}`);
      return entered === '' ? [] : [[name, entered]];
    });
    return Object.fromEntries(isAdded ? [...after, [added, value]] : after);
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

function entryOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}

function renderAttribute(name: string, value: unknown): TemplateResult {
  return html`<div class="field">
    <label class="label"><span dir="auto">${name}</span>
      <input type="text" name="attribute:${name}" dir="auto" placeholder=" " autocomplete="off" .value=${asText(value)} />
    </label>
  </div>`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function defineContactForm(): void {
  if (!customElements.get(contactFormTag)) customElements.define(contactFormTag, ContactForm);
}
