import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { ASK_MAX, type PassageFinding, type QuestionFindings } from '../../../protocol/sources.ts';
import { icon } from '../icons.ts';

/** Asks for a question, and shows what is found for it. */
export function renderAsk(
  findings: QuestionFindings | undefined,
  strings: AdminStrings,
  ask: (question: string) => void,
): TemplateResult {
  const { knowledge: words, answers } = strings;
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const question = form.querySelector<HTMLInputElement>('#ask-question')!.value.trim();
    if (question !== '') ask(question);
  };
  return html`<h4>${words.ask}</h4>
    <p class="hint">${words.askText}</p>
    <form class="ask" @submit=${onSubmit}>
      <div class="field">
        <label for="ask-question">${answers.fields.question}</label>
        <div class="line">
          <input id="ask-question" type="text" dir="auto" placeholder=" " required maxlength=${ASK_MAX} autocomplete="off" />
          <button type="submit">${words.find}</button>
        </div>
      </div>
    </form>
    <div role="status">${findings ? renderFindings(findings, strings) : nothing}</div>`;
}

/** What is found for a question, and which of its words each passage contains. */
function renderFindings({ taught, passages }: QuestionFindings, strings: AdminStrings): TemplateResult {
  const { knowledge: words } = strings;
  return html`
    ${taught ? html`<p class="outcome" dir="auto">${icon('answers')} ${words.taught(taught.question)}</p>` : nothing}
    ${passages.length === 0 && !taught ? html`<p class="nothing">${words.nothingFound}</p>` : nothing}
    ${passages.length > 0 ? html`<ol class="findings">${passages.map(passage => renderFinding(passage, strings))}</ol>` : nothing}`;
}

function renderFinding(
  { title, heading, body, verdict, found, missing }: PassageFinding,
  { knowledge: words, form }: AdminStrings,
): TemplateResult {
  const list = (label: string, terms: readonly string[]): unknown =>
    terms.length === 0 ? nothing : html`<span>${label}${form.colon}<bdi>${terms.join(', ')}</bdi></span>`;
  return html`<li>
    <strong dir="auto">${heading ? `${title} › ${heading}` : title}</strong>
    <p class="about">
      <span class="badge">${words.verdicts[verdict]}</span>
      ${list(words.found, found)} ${list(words.missing, missing)}
    </p>
    <p class="body" dir="auto">${body}</p>
  </li>`;
}
