import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import {
  type AnswerCheck,
  type ChangedQuestion,
  TAUGHT_ANSWER_MAX,
  TAUGHT_QUESTION_MAX,
} from '../../../protocol/taught-answers.ts';
import { countCharacters } from '../../../protocol/text.ts';
import { icon } from '../icons.ts';
import { FIELDS, type FieldName, type Fields } from './answer-draft.ts';

export interface AnswerFormOptions {
  fields: Fields;
  faults: Partial<Fields>;
  /** The check of the current fields; undefined before the first check and after an edit. */
  check: AnswerCheck | undefined;
  busy: boolean;
  strings: AdminStrings;
  locale: string;
  edit(field: FieldName, value: string): void;
  /** Checks the fields, or saves them if they are checked. */
  submit(): void;
  openConversation(id: string): void;
}

const LIMITS: Partial<Record<FieldName, number>> = {
  question: TAUGHT_QUESTION_MAX,
  answer: TAUGHT_ANSWER_MAX,
};

export function renderAnswerForm(options: AnswerFormOptions): TemplateResult {
  const { strings, check, busy, submit } = options;
  const { answers: words, saving, contacts } = strings;
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    submit();
  };
  return html`<form class="answer-form" novalidate @submit=${onSubmit}>
      ${FIELDS.map(field => renderField(field, options))}
      <div role="status" class="result">
        ${busy ? html`<p class="waiting">${contacts.loading}</p>` : nothing}
        ${check ? renderCheck(check, options) : nothing}
      </div>
      <p class="actions">
        <button class="primary" aria-disabled=${busy ? 'true' : nothing}>${icon('check')} ${check ? saving.save : words.check}</button>
        ${check ? nothing : html`<span class="hint">${words.checkHint}</span>`}
      </p>
    </form>`;
}

function renderField(field: FieldName, { fields, faults, strings, edit }: AnswerFormOptions): TemplateResult {
  const { answers: words, form } = strings;
  const id = `answer-${field}`;
  const value = fields[field];
  const fault = faults[field];
  const limit = LIMITS[field];
  const onInput = (event: Event): void =>
    edit(field, (event.target as HTMLInputElement | HTMLTextAreaElement).value);
  const describedBy = [...(fault ? [`${id}-fault`] : []), `${id}-hint`].join(' ');
  const isLong = field === 'answer' || field === 'otherWays';
  return html`<div class="field">
    <div class="field-head"><label class="label" for=${id}>${words.fields[field]}</label></div>
    <p class="hint" id="${id}-hint">${words.hints[field]}</p>
    <div class="control">
      ${
        isLong
          ? html`<textarea id=${id} rows=${field === 'answer' ? 8 : 3} dir="auto" placeholder=" " aria-describedby=${describedBy}
              aria-invalid=${fault ? 'true' : nothing} .value=${value} @input=${onInput}></textarea>`
          : html`<input id=${id} type="text" autocomplete="off" dir="auto" placeholder=" " inputmode=${field === 'url' ? 'url' : nothing}
              spellcheck=${field === 'url' ? 'false' : nothing} aria-describedby=${describedBy}
              aria-invalid=${fault ? 'true' : nothing} .value=${value} @input=${onInput} />`
      }
    </div>
    ${fault ? html`<p class="fault" id="${id}-fault">${icon('alert')} ${fault}</p>` : nothing}
    ${limit === undefined ? nothing : html`<p class="limit">${form.characters(countCharacters(value), limit)}</p>`}
  </div>`;
}

/** The past questions that would be answered differently. Visitors' words are rendered as text. */
function renderCheck(
  { changed, count, compared, isComplete }: AnswerCheck,
  { strings, locale, openConversation }: AnswerFormOptions,
): TemplateResult {
  const { answers: words } = strings;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const renderChanged = (one: ChangedQuestion): TemplateResult => html`<li>
    <button type="button" class="quiet talk" @click=${() => openConversation(one.conversationId)}>
      <strong dir="auto">${one.text}</strong>
      <span class="about">
        <span>${time.format(new Date(one.askedAt * 1000))}</span>
        ${one.isLost ? html`<span class="badge lost">${words.lost}</span>` : nothing}
        ${one.wasUnanswered ? html`<span class="badge">${strings.conversations.states.unanswered}</span>` : nothing}
      </span>
    </button>
  </li>`;
  return html`<p class="outcome"><strong>${count === 0 ? words.noChange(compared) : words.changes(count, compared)}</strong></p>
    ${isComplete ? nothing : html`<p class="hint">${words.latestOnly}</p>`}
    ${count === 0 ? nothing : html`<ol class="talks">${changed.map(renderChanged)}</ol>`}
    ${count > changed.length ? html`<p class="hint">…</p>` : nothing}`;
}
