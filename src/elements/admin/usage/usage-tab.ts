import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../icons.ts';
import type { ConversationsLink } from '../session/session.ts';
import { ToolTab } from '../tool-tab.ts';
import { renderDayChart } from './day-chart.ts';
import { readUsage, type UsageReport } from './usage-report.ts';

export { usageStyles as styles } from './usage-styles.ts';

export const tag = 'agent-chat-admin-usage';

const COUNTS = ['requests', 'unanswered', 'failures', 'credits'] as const;

/** The counters of the last 30 days, as charts and as a table. */
export class Tab extends ToolTab {
  static override properties = { ...ToolTab.properties, report: { state: true } };

  declare private report: UsageReport | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.updateComplete.then(() => this.#load());
  }

  protected override onAccessRestored(): void {
    void this.#load();
  }

  protected override render(): TemplateResult {
    const { usage, tabs } = this.strings;
    const { report } = this;
    return html`<div>
      <h3 id="usage-title">${tabs.usage}</h3>
      <p class="lead">${usage.text}</p>
      <p class="actions"><button type="button" @click=${this.#load}>${icon('reset')} ${usage.refresh}</button></p>
      <div role="status">
        ${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}
        ${report || this.fault ? nothing : html`<p class="waiting">${this.strings.contacts.loading}</p>`}
        ${report && isEmpty(report) ? html`<p class="nothing">${usage.none}</p>` : nothing}
      </div>
      ${report && !isEmpty(report) ? this.#renderReport(report) : nothing}
    </div>`;
  }

  #renderReport(report: UsageReport): TemplateResult {
    const { usage } = this.strings;
    const { days, rateLimit } = report;
    const hasConversations = this.session.extensions.conversations !== undefined;
    return html`<div class="charts">
        ${COUNTS.map(count => renderDayChart(days, count, this.strings, this.locale))}
      </div>
      <p class="hint">${usage.unansweredHint} ${hasConversations ? usage.questionsKept : usage.numberOnly}</p>
      <p class="actions">
        ${hasConversations ? this.#renderLink({ state: 'unanswered' }, usage.unanswered) : nothing}
        ${this.session.extensions.answers ? html`<button type="button" class="small" @click=${() => this.session.openAnswers({})}>${icon('answers')} ${this.strings.answers.answerThem}</button>` : nothing}
      </p>
      ${this.#renderTable(report)}
      <h4>${usage.feedback}</h4>
      ${this.#renderFeedback(report)}
      ${
        rateLimit
          ? html`<h4>${usage.limit}</h4>
              <p>${usage.limitText(rateLimit.remaining, rateLimit.limit)}</p>
              <meter aria-label=${usage.limit} min="0" max=${rateLimit.limit} .value=${rateLimit.remaining}></meter>`
          : nothing
      }`;
  }

  #renderTable({ days }: UsageReport): TemplateResult {
    const { usage } = this.strings;
    const number = new Intl.NumberFormat(this.locale);
    const date = new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeZone: 'UTC' });
    return html`<details>
      <summary>${usage.table}</summary>
      <div class="numbers" role="region" aria-label=${usage.table} tabindex="0"><table>
        <thead>
          <tr>
            <th scope="col">${usage.day}</th>
            ${COUNTS.map(count => html`<th scope="col">${usage[count]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${days.map(
            entry => html`<tr>
              <th scope="row">${date.format(new Date(entry.day))}</th>
              ${COUNTS.map(count => html`<td>${number.format(entry[count])}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table></div>
    </details>`;
  }

  #renderFeedback({ feedback: { up, down, reasons } }: UsageReport): TemplateResult {
    const { usage } = this.strings;
    const hasConversations = this.session.extensions.conversations !== undefined;
    const total = Math.max(1, up + down);
    const number = new Intl.NumberFormat(this.locale);
    return html`<dl class="votes">
        <div><dt>${usage.helpful}</dt><dd>${number.format(up)}</dd><meter aria-hidden="true" min="0" max=${total} .value=${up}></meter></div>
        <div><dt>${usage.unhelpful}</dt><dd>${number.format(down)}</dd><meter aria-hidden="true" min="0" max=${total} .value=${down}></meter></div>
      </dl>
      ${hasConversations && down > 0 ? this.#renderLink({ verdict: 'down' }, usage.unhelpful) : nothing}
      ${
        reasons.length > 0
          ? html`<h4>${usage.reasons}</h4>
              <ul class="reasons">
                ${reasons.map(
                  ({ value, reason, conversationId }) => html`<li>
                    <span class="badge">${value === 'up' ? usage.helpful : usage.unhelpful}</span>
                    <span dir="auto">${reason}</span>
                    ${hasConversations && conversationId ? this.#renderLink({ id: conversationId }, reason) : nothing}
                  </li>`,
                )}
              </ul>`
          : nothing
      }`;
  }

  /** @param about distinguishes the button from others, to a screen reader */
  #renderLink(link: ConversationsLink, about: string): TemplateResult {
    const { showConversations } = this.strings.usage;
    return html`<button type="button" class="small" aria-label="${showConversations}: ${about}" @click=${() => this.session.openConversations(link)}>
      ${icon('conversations')} ${showConversations}
    </button>`;
  }

  async #load(): Promise<void> {
    try {
      this.report = readUsage(await this.session.client.usage());
      this.fault = undefined;
    } catch (error) {
      this.showError(error);
    }
  }
}

function isEmpty({ days, feedback }: UsageReport): boolean {
  return feedback.up + feedback.down === 0 && !days.some(({ requests }) => requests > 0);
}
