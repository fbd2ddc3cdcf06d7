import { type CSSResult, html, nothing, type TemplateResult } from 'lit';
import { css } from '../../css.ts';
import { renderDifference } from '../difference-view.ts';
import { icon } from '../icons.ts';
import type { PastVersion } from '../session/admin-client.ts';
import { changesBetween, patchOf } from '../session/setting-changes.ts';
import { keyLabel } from '../settings/setting-text.ts';
import { ToolTab } from '../tool-tab.ts';

export const tag = 'agent-chat-admin-history';

/** Versions of the settings, and one of them beside what is in the form. */
export const styles: CSSResult = css`
  .versions {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .versions li {
    border-block-end: 1px solid var(--_border);
  }
  .version {
    flex-wrap: wrap;
    justify-content: flex-start;
    inline-size: 100%;
    padding: 10px 12px;
    color: var(--_text);
    text-align: start;
  }
  .version .hint {
    flex: 1 1 14em;
    margin: 0;
    text-align: end;
  }
  @container (max-width: 30em) {
    .version .hint {
      flex-basis: 100%;
      text-align: start;
    }
  }
  .changed {
    flex: 0 0 100%;
    overflow: hidden;
    font-size: 0.8667em;
    color: var(--_muted);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .comparison {
    margin-block: 4px 16px;
    padding: 4px 16px 14px;
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
  }
  p.comparison {
    padding-block-start: 14px;
  }
  .comparison > button {
    margin-block-start: 12px;
  }
`;

/** Earlier versions of the settings, to compare with the form and to restore. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    versions: { state: true },
    compared: { state: true },
    restored: { state: true },
  };

  declare private versions: PastVersion[] | undefined;
  declare private compared: number | undefined;
  declare private restored: number | undefined;
  #known: unknown;

  override connectedCallback(): void {
    super.connectedCallback();
    // Somebody else may have saved since the tab was last open.
    this.#known = undefined;
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    // Each save creates a version.
    if (this.#known === this.session.record) return;
    this.#known = this.session.record;
    void this.#load();
  }

  protected override render(): TemplateResult {
    const { history } = this.strings;
    return html`<div>
      <h3 id="history-title">${this.strings.tabs.history}</h3>
      <p class="lead">${history.text}</p>
      <div role="status">
        ${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}
        ${this.versions || this.fault ? nothing : html`<p class="waiting">${this.strings.contacts.loading}</p>`}
        ${this.restored === undefined || !this.session.draft?.changes.length ? nothing : html`<p>${history.restored(this.restored)}</p>`}
      </div>
      ${this.fault ? this.renderRetry(() => this.#load()) : nothing}
      ${this.versions?.length === 0 ? html`<p class="nothing">${history.none}</p>` : nothing}
      <ol class="versions">
        ${this.versions?.map((version, i, all) => this.#renderVersion(version, all[i + 1], i === 0))}
      </ol>
    </div>`;
  }

  #renderVersion(
    { version, updatedAt, by, settings }: PastVersion,
    before: PastVersion | undefined,
    newest: boolean,
  ): TemplateResult {
    const { history } = this.strings;
    const open = this.compared === version;
    const when =
      updatedAt === undefined
        ? ''
        : new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
            new Date(updatedAt * 1000),
          );
    const changed = before ? changesBetween(before.settings, settings) : [];
    return html`<li>
      <button
        type="button"
        class="quiet version"
        aria-expanded=${open}
        title=${history.compare(version)}
        @click=${() => {
          this.compared = open ? undefined : version;
          this.restored = undefined;
        }}
      >
        <strong>${history.version(version)}</strong>
        ${newest ? html`<span class="badge">${history.current}</span>` : nothing}
        <span class="hint">${when} ${by ? history.by(by) : nothing}</span>
        ${changed.length === 0 ? nothing : html`<span class="changed">${changed.map(({ key }) => keyLabel(key, this.strings)).join(' · ')}</span>`}
      </button>
      ${open ? this.#renderComparison(version, settings) : nothing}
    </li>`;
  }

  #renderComparison(version: number, settings: PastVersion['settings']): TemplateResult {
    const { history, saving } = this.strings;
    const { draft } = this.session;
    if (!draft) return html``;
    const changes = changesBetween(draft.settings, settings);
    if (changes.length === 0) return html`<p class="comparison">${history.same}</p>`;
    return html`<div class="comparison">
      ${changes.map(change => renderDifference(change, [saving.now, history.inVersion(version)], this.strings))}
      <button
        type="button"
        @click=${(event: Event) => {
          const entry = (event.currentTarget as Element).closest('li')!;
          draft.apply(patchOf(changes));
          this.restored = version;
          this.compared = undefined;
          this.session.changed();
          void this.updateComplete.then(() => entry.querySelector('button')!.focus());
        }}
      >${icon('history')} ${history.restore}</button>
    </div>`;
  }

  async #load(): Promise<void> {
    try {
      this.versions = await this.session.client.history();
      this.fault = undefined;
    } catch (error) {
      this.showError(error);
    }
  }
}
