import { html, nothing, type TemplateResult } from 'lit';
import type { PastVersion } from '../admin-client.ts';
import { renderDifference } from '../differences.ts';
import { keyLabel } from '../fields/value-text.ts';
import { icon } from '../icons.ts';
import { changesBetween, patchOf } from '../setting-changes.ts';
import { ToolTab } from '../tool-tab.ts';

export { historyStyles as styles } from './history-styles.ts';

export const tag = 'agent-chat-admin-history';

/** Every version the server kept, compared with what is in the form, and brought back. */
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
    // Somebody else may have saved since it was looked at.
    this.#known = undefined;
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    // A save made a new version.
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
      ${this.fault ? this.renderAgain(() => this.#load()) : nothing}
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
          this.session.touched();
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
      this.failed(error);
    }
  }
}
