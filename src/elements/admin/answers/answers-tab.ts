import { html, nothing, type TemplateResult } from 'lit';
import { ClientError } from '../../../client/transport/client-error.ts';
import {
  ANSWER_CONFLICTS,
  ANSWERS_MAX,
  type AnswerCheck,
  type TaughtAnswer,
  type UnansweredGroup,
} from '../../../protocol/taught-answers.ts';
import { icon } from '../icons.ts';
import type { AdminClient } from '../session/admin-client.ts';
import { ToolTab } from '../tool-tab.ts';
import {
  draftOf,
  FIELDS,
  type FieldName,
  type Fields,
  faultsOf,
  fieldsFor,
  fieldsForGroup,
  fieldsOf,
  inputOf,
} from './answer-draft.ts';
import { renderAnswerForm } from './answer-form.ts';
import { renderAnswers, renderGroups } from './answer-list.ts';
import {
  checkAnswer,
  deleteAnswer,
  listAnswers,
  listUnanswered,
  restoreAnswer,
  saveAnswer,
} from './answer-requests.ts';

export { answerStyles as styles } from './answer-styles.ts';

export const tag = 'agent-chat-admin-answers';

/** The answer in the form. */
interface Draft {
  /** Id of the stored answer; undefined for a new one. */
  id: string | undefined;
  fields: Fields;
  /** The fields when the form was opened. */
  opened: Fields;
}

/** Answers that the owner writes: a list, a form, and the questions that got no answer. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    answers: { state: true },
    groups: { state: true },
    draft: { state: true },
    flagged: { state: true },
    isRepeated: { state: true },
    check: { state: true },
    asksToDiscard: { state: true },
    deleted: { state: true },
    message: { state: true },
    busy: { state: true },
  };

  declare private answers: TaughtAnswer[] | undefined;
  declare private groups: UnansweredGroup[] | undefined;
  declare private draft: Draft | undefined;
  /** Fields whose faults are shown: those of the last attempt that were not edited since. */
  declare private flagged: readonly FieldName[];
  /** Whether the server has refused the question, because another answer has it. */
  declare private isRepeated: boolean;
  /** The check of the current draft. */
  declare private check: AnswerCheck | undefined;
  /** What opens when the owner discards the draft; null for the list. */
  declare private asksToDiscard: Draft | null | undefined;
  /** The answer whose deletion can be undone here. */
  declare private deleted: TaughtAnswer | undefined;
  declare private message: string;
  declare private busy: boolean;
  #reading: Promise<void> | undefined;

  constructor() {
    super();
    this.flagged = [];
    this.isRepeated = false;
    this.message = '';
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.updateComplete.then(() => this.#onShown());
  }

  override get unsaved(): boolean {
    const { draft } = this;
    return draft !== undefined && FIELDS.some(field => draft.fields[field] !== draft.opened[field]);
  }

  protected override onAccessRestored(): void {
    void this.#load();
  }

  protected override render(): TemplateResult {
    return html`<div class="answers">${this.draft ? this.#renderForm(this.draft) : this.#renderList()}</div>`;
  }

  #renderForm({ id, fields }: Draft): TemplateResult {
    const { answers: words, conversations } = this.strings;
    const { strings, locale, check, busy } = this;
    const faults = this.#faults(fields);
    return html`<p class="actions"><button type="button" class="back" @click=${() => this.#leave(null)}>${icon('back')} ${conversations.back}</button></p>
      <h3 tabindex="-1">${id === undefined ? words.add : words.edit}</h3>
      ${this.asksToDiscard === undefined ? nothing : this.#renderDiscard()}
      ${renderAnswerForm({
        ...{ fields, faults, check, busy, strings, locale },
        edit: this.#edit,
        submit: () => void this.#submit(),
        openConversation: conversation => this.session.openConversations({ id: conversation }),
      })}
      ${this.#renderFault()}`;
  }

  #faults(fields: Fields): Partial<Fields> {
    const all = faultsOf(fields, this.strings);
    return {
      ...Object.fromEntries(this.flagged.map(field => [field, all[field]])),
      ...(this.isRepeated && { question: this.strings.answers.repeated }),
    };
  }

  #renderDiscard(): TemplateResult {
    const { answers: words } = this.strings;
    return html`<p class="actions confirm" role="group" aria-label=${words.discardQuestion}>
      <strong>${words.discardQuestion}</strong>
      <button type="button" class="danger" @click=${this.#discard}>${words.discard}</button>
      <button type="button" class="keep" @click=${this.#keepWriting}>${words.keepWriting}</button>
    </p>`;
  }

  #renderList(): TemplateResult {
    const { answers: words, tabs, contacts, conversations, saving } = this.strings;
    const { answers, groups, strings, locale } = this;
    return html`<h3 tabindex="-1" id="answers-title">${tabs.answers}</h3>
      <p class="lead">${words.text}</p>
      <p class="actions"><button type="button" class="primary add" @click=${() => this.#open(newDraft(fieldsFor('')))}>${icon('add')} ${words.add}</button></p>
      <div role="status">
        ${this.message ? html`<p class="done"><span>${this.message}</span> ${this.deleted ? html`<button type="button" class="small undo" @click=${this.#undo}>${icon('undo')} ${saving.undo}</button>` : nothing}</p>` : nothing}
        ${answers || this.fault ? nothing : html`<p class="waiting">${contacts.loading}</p>`}
        ${answers?.length === 0 ? html`<p class="nothing">${words.none}</p>` : nothing}
      </div>
      ${this.#renderFault()}
      ${this.fault && !answers ? this.renderRetry(() => this.#load()) : nothing}
      ${
        answers?.length
          ? renderAnswers(answers, {
              ...{ strings, locale, labelledBy: 'answers-title' },
              edit: answer => this.#open(draftFrom(answer)),
              pause: answer => this.#pause(answer),
              remove: answer => this.#remove(answer),
            })
          : nothing
      }
      ${
        groups && answers
          ? html`<h4 tabindex="-1" id="groups-title">${conversations.states.unanswered}</h4>
              <p class="hint">${groups.length > 0 ? words.unansweredText : words.allAnswered}</p>
              ${groups.length > 0 ? renderGroups(groups, { strings, locale, labelledBy: 'groups-title', answer: group => this.#open(newDraft(fieldsForGroup(group))) }) : nothing}`
          : nothing
      }`;
  }

  #renderFault(): TemplateResult {
    return html`<div role="alert">${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}</div>`;
  }

  /** Runs when the tab opens, maybe by a link in another tab. */
  async #onShown(): Promise<void> {
    const link = this.session.shownAnswers;
    this.session.shownAnswers = undefined;
    if (link?.question !== undefined) await this.#leave(newDraft(fieldsFor(link.question)));
    const loading = !this.draft || link ? this.#load() : undefined;
    if (!link || link.question !== undefined) return;
    const { id } = link;
    // Waits for the answers only, because the unanswered questions take longer.
    await (id === undefined ? loading : this.#reading);
    const answer = this.answers?.find(one => one.id === id);
    if (answer) await this.#leave(draftFrom(answer));
    else {
      if (id !== undefined && this.answers) this.message = this.strings.answers.gone;
      await this.#leave(null);
      if (!this.draft) await this.#focus(this.groups ? '#groups-title' : 'h3');
    }
  }

  async #load(): Promise<void> {
    this.fault = undefined;
    this.#reading = this.#readAnswers();
    await Promise.all([this.#reading, this.#readGroups()]);
  }

  async #readAnswers(): Promise<void> {
    try {
      this.answers = await listAnswers(this.session.client);
    } catch (error) {
      this.showError(error);
    }
  }

  /** Opens the list (null) or another draft. Asks first if something would be lost. */
  async #leave(next: Draft | null): Promise<void> {
    if (this.unsaved) {
      this.asksToDiscard = next;
      await this.#focus('.keep');
    } else if (next) await this.#open(next);
    else await this.#close();
  }

  async #open(draft: Draft): Promise<void> {
    this.draft = draft;
    this.flagged = [];
    this.isRepeated = false;
    this.check = this.asksToDiscard = this.deleted = this.fault = undefined;
    this.message = '';
    const isAnswered = draft.fields.question === '' || draft.id !== undefined;
    await this.#focus(isAnswered ? '#answer-question' : '#answer-answer');
  }

  async #close(): Promise<void> {
    const id = this.draft?.id;
    if (!this.draft) return;
    this.draft = this.check = this.asksToDiscard = this.fault = undefined;
    if (!this.answers) await this.#load();
    await this.#focusAnswer(id, 'edit');
  }

  #discard = async (): Promise<void> => {
    const next = this.asksToDiscard;
    if (next) await this.#open(next);
    else await this.#close();
  };

  #keepWriting = async (): Promise<void> => {
    this.asksToDiscard = undefined;
    await this.#focus('#answer-question');
  };

  #edit = (field: FieldName, value: string): void => {
    const { draft } = this;
    if (!draft) return;
    this.draft = { ...draft, fields: { ...draft.fields, [field]: value } };
    this.flagged = this.flagged.filter(name => name !== field);
    if (field === 'question') this.isRepeated = false;
    // A link changes no match.
    if (field !== 'url') this.check = undefined;
  };

  /** The first press shows what the answer changes, the second one saves it. */
  async #submit(): Promise<void> {
    const { draft, check, busy } = this;
    if (!draft || busy) return;
    const faults = faultsOf(draft.fields, this.strings);
    this.flagged = FIELDS.filter(field => faults[field] !== undefined);
    if (this.flagged.length > 0) return await this.#focus('[aria-invalid=true]');
    const { client } = this.session;
    this.busy = true;
    try {
      if (check) await this.#saved(draft, await saveAnswer(client, draft.id, inputOf(draft.fields)));
      else {
        const checked = await checkAnswer(client, draftOf(draft.fields, draft.id));
        // A draft that was edited meanwhile needs another check.
        if (this.draft === draft) this.check = checked;
      }
      this.fault = undefined;
    } catch (error) {
      this.#refused(error);
    }
    this.busy = false;
  }

  async #saved(draft: Draft, answer: TaughtAnswer): Promise<void> {
    const others = (this.answers ?? []).filter(({ id }) => id !== answer.id);
    const place = this.answers?.findIndex(({ id }) => id === answer.id) ?? -1;
    this.answers = place < 0 ? [answer, ...others] : others.toSpliced(place, 0, answer);
    void this.#readGroups();
    if (this.draft && this.draft !== draft) {
      // Edited meanwhile.
      this.draft = { ...this.draft, id: answer.id, opened: draft.fields };
      return;
    }
    this.draft = this.check = this.asksToDiscard = undefined;
    this.message = this.strings.answers.saved;
    await this.#focusAnswer(answer.id, 'edit');
  }

  async #pause(answer: TaughtAnswer): Promise<void> {
    await this.#act(async client => {
      const changed = await saveAnswer(client, answer.id, { paused: !answer.paused });
      this.answers = this.answers?.map(one => (one.id === answer.id ? changed : one));
    });
    await this.#focusAnswer(answer.id, 'pause');
  }

  async #remove(answer: TaughtAnswer): Promise<void> {
    await this.#act(async client => {
      await deleteAnswer(client, answer.id);
      this.answers = this.answers?.filter(({ id }) => id !== answer.id);
      this.deleted = answer;
      this.message = this.strings.answers.removed(answer.question);
    });
    if (this.deleted) await this.#focus('.undo');
  }

  #undo = async (): Promise<void> => {
    const { deleted } = this;
    if (!deleted) return;
    await this.#act(async client => {
      await restoreAnswer(client, deleted.id);
      this.answers = await listAnswers(client);
    });
    await this.#focusAnswer(deleted.id, 'edit');
  };

  /** Runs a change of the list, and shows the error if it fails. */
  async #act(change: (client: AdminClient) => Promise<void>): Promise<void> {
    if (this.busy) return;
    const { deleted, message } = this;
    this.busy = true;
    this.message = '';
    this.deleted = undefined;
    try {
      await change(this.session.client);
      this.fault = undefined;
      void this.#readGroups();
    } catch (error) {
      // The deletion before can still be undone.
      if (deleted) [this.deleted, this.message] = [deleted, message];
      this.#refused(error);
    }
    this.busy = false;
  }

  async #readGroups(): Promise<void> {
    try {
      this.groups = await listUnanswered(this.session.client);
    } catch (error) {
      // If they cannot be read again after a change, the earlier groups stay.
      if (this.groups && error instanceof ClientError) return;
      this.showError(error);
    }
  }

  #refused(error: unknown): void {
    const { answers: words } = this.strings;
    this.showError(error);
    if (!(error instanceof ClientError)) return;
    if (error.message === ANSWER_CONFLICTS.repeated) {
      this.fault = undefined;
      this.isRepeated = true;
      void this.#focus('#answer-question');
    } else if (error.message === ANSWER_CONFLICTS.full) this.fault = words.full(ANSWERS_MAX);
    else if (error.code === 'not_found') {
      this.fault = words.gone;
      // What is typed can still be saved, as a new one.
      if (this.draft) this.draft = { ...this.draft, id: undefined };
    }
  }

  async #focusAnswer(id: string | undefined, button: 'edit' | 'pause'): Promise<void> {
    const own = id === undefined ? '' : `[data-id="${CSS.escape(id)}"] .${button}, `;
    await this.updateComplete;
    const found = own && this.querySelector<HTMLElement>(own.slice(0, -2));
    (found || this.querySelector<HTMLElement>('.add'))?.focus();
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}

function newDraft(fields: Fields): Draft {
  return { id: undefined, fields, opened: fields };
}

function draftFrom(answer: TaughtAnswer): Draft {
  const fields = fieldsOf(answer);
  return { id: answer.id, fields, opened: fields };
}
