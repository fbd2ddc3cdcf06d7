import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { TaughtAnswer, UnansweredGroup } from '../../../protocol/taught-answers.ts';
import { icon } from '../icons.ts';

interface ListOptions {
  strings: AdminStrings;
  locale: string;
  labelledBy: string;
}

export interface AnswerListOptions extends ListOptions {
  edit(answer: TaughtAnswer): void;
  pause(answer: TaughtAnswer): void;
  remove(answer: TaughtAnswer): void;
}

/** Characters of an answer that the list shows at most. */
const EXCERPT_MAX = 300;

/** The taught answers as text; Markdown is not rendered here. */
export function renderAnswers(answers: readonly TaughtAnswer[], options: AnswerListOptions): TemplateResult {
  return html`<ol class="taught" aria-labelledby=${options.labelledBy}>
    ${answers.map(answer => renderAnswer(answer, options))}
  </ol>`;
}

function renderAnswer(
  answer: TaughtAnswer,
  { strings, locale, edit, pause, remove }: AnswerListOptions,
): TemplateResult {
  const { answers: words, importing, conversations } = strings;
  const { question, paused, uses, updatedAt } = answer;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const action = (
    name: string,
    label: string,
    act: (answer: TaughtAnswer) => void,
    glyph: unknown = nothing,
  ): TemplateResult =>
    html`<button type="button" class="small ${name}" aria-label="${label}: ${question}" @click=${() => act(answer)}>${glyph} ${label}</button>`;
  return html`<li data-id=${answer.id}>
    <div>
      <p class="question" dir="auto">${question}</p>
      <p class="excerpt" dir="auto">${answer.answer.slice(0, EXCERPT_MAX)}</p>
      <p class="about">
        ${paused ? html`<span class="badge">${words.paused}</span>` : nothing}
        <span>${words.uses(uses)}</span>
        <span>${date.format(new Date(updatedAt * 1000))}</span>
      </p>
    </div>
    <div class="buttons">
      ${action('edit', words.edit, edit)}
      ${action('pause', paused ? importing.resume : importing.pause, pause)}
      ${action('danger', conversations.remove, remove, icon('remove'))}
    </div>
  </li>`;
}

export interface GroupListOptions extends ListOptions {
  answer(group: UnansweredGroup): void;
}

/** Questions that got no answer, similar ones grouped. */
export function renderGroups(
  groups: readonly UnansweredGroup[],
  { strings, locale, labelledBy, answer }: GroupListOptions,
): TemplateResult {
  const { answers: words } = strings;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return html`<ol class="groups" aria-labelledby=${labelledBy}>
    ${groups.map(group => {
      const others = [...new Set(group.asked.map(({ text }) => text))].filter(
        text => text !== group.question,
      );
      const last = group.asked[0]?.askedAt;
      return html`<li>
        <div>
          <strong dir="auto">${group.question}</strong>
          <p class="about">
            <span>${words.asked(group.count)}</span>
            ${last === undefined ? nothing : html`<span>${date.format(new Date(last * 1000))}</span>`}
          </p>
          ${
            others.length > 0
              ? html`<details>
                  <summary>${words.similar}</summary>
                  <ul>${others.map(text => html`<li dir="auto">${text}</li>`)}</ul>
                </details>`
              : nothing
          }
        </div>
        <button type="button" class="small" aria-label="${words.answerThis}: ${group.question}" @click=${() => answer(group)}>${icon('answers')} ${words.answerThis}</button>
      </li>`;
    })}
  </ol>`;
}
