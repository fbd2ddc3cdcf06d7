import { html, nothing, type TemplateResult } from 'lit';
import type { Erased, Person } from '../../protocol/personal-data.ts';
import { download } from './download.ts';
import { icon } from './icons.ts';
import { ToolTab } from './tool-tab.ts';

export const personTag = 'agent-chat-admin-person';

/** Fired when all that was stored about the person is gone; `detail` says how much it was. */
export const PERSON_ERASED = 'person-erased';

/** Exports or deletes all that is stored about one person, once the owner has confirmed it. */
export class PersonActions extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    person: { attribute: false },
    asks: { state: true },
    busy: { state: true },
  };

  declare person: Person;
  /** Whether the owner still has to confirm the deletion. */
  declare private asks: boolean;
  declare private busy: boolean;

  constructor() {
    super();
    this.asks = false;
    this.busy = false;
  }

  protected override render(): TemplateResult {
    const { contacts } = this.strings;
    return html`${this.asks ? this.#renderConfirmation() : this.#renderActions()}
      <div role="status">
        ${this.busy ? html`<p class="waiting">${contacts.loading}</p>` : nothing}
        ${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}
      </div>`;
  }

  #renderActions(): TemplateResult {
    const { conversations: words } = this.strings;
    const disabled = this.busy ? 'true' : nothing;
    return html`<p class="actions">
      <button type="button" class="export-all" aria-disabled=${disabled} @click=${this.#export}>${words.exportAll}</button>
      <button type="button" class="danger erase" aria-disabled=${disabled} @click=${this.#ask}>${icon('remove')} ${words.removeAll}</button>
    </p>`;
  }

  #renderConfirmation(): TemplateResult {
    const { conversations: words } = this.strings;
    const disabled = this.busy ? 'true' : nothing;
    return html`<div class="confirm" role="group" aria-label=${words.removeAll}>
      <p><strong>${words.removeAll}</strong></p>
      <p>${words.removeAllText}</p>
      <p class="actions">
        <button type="button" class="danger" aria-disabled=${disabled} @click=${this.#erase}>${words.sure}</button>
        <button type="button" class="keep" aria-disabled=${disabled} @click=${this.#keep}>${words.keep}</button>
      </p>
    </div>`;
  }

  #ask = async (): Promise<void> => {
    if (this.busy) return;
    this.asks = true;
    await this.#focus('.keep');
  };

  #keep = async (): Promise<void> => {
    // A running deletion cannot be called off.
    if (this.busy) return;
    this.asks = false;
    await this.#focus('.erase');
  };

  #erase = async (): Promise<void> => {
    const { tabs, usage, form, conversations: words } = this.strings;
    const erased = await this.#run(() => this.session.client.forgetPerson(this.person));
    if (!erased) return await this.restoreFocus('.erase');
    const counts: [string, number][] = [
      [tabs.conversations, erased.conversations],
      [tabs.contacts, erased.contacts],
      [usage.feedback, erased.verdicts],
      [tabs.answers, erased.answers],
    ];
    const list = counts.filter(([, count]) => count > 0).map(([name, count]) => name + form.colon + count);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const detail = [words.removed(total), ...list].join(' · ');
    this.dispatchEvent(new CustomEvent<string>(PERSON_ERASED, { detail, bubbles: true }));
  };

  #export = async (): Promise<void> => {
    const file = await this.#run(() => this.session.client.exportPerson(this.person));
    if (file) download('person.json', [file], 'application/json');
  };

  async #run<T extends Blob | Erased>(task: () => Promise<T>): Promise<T | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.fault = undefined;
    try {
      return await task();
    } catch (error) {
      this.showError(error);
      return undefined;
    } finally {
      this.busy = this.asks = false;
    }
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}

/** Defines the element once, for every tab that has it. */
export function definePersonActions(): void {
  if (!customElements.get(personTag)) customElements.define(personTag, PersonActions);
}
