import { html, nothing, type TemplateResult } from 'lit';
import { fileText } from '../../../protocol/contact-import/file-text.ts';
import { mergeSettings, type Settings } from '../../../protocol/settings.ts';
import { parseSettingsPatch } from '../../../protocol/settings-patch.ts';
import { SETTINGS_TABLE } from '../../../protocol/settings-table.ts';
import { isSaveKey } from '../action-bar.ts';
import { download } from '../download.ts';
import { icon } from '../icons.ts';
import { changesBetween, patchOf, valueAt } from '../session/setting-changes.ts';
import { ruleMessage } from '../settings/setting-text.ts';
import { ToolTab } from '../tool-tab.ts';
import { jsonErrorPosition, shapeFault } from './json-errors.ts';

export const tag = 'agent-chat-admin-json';

/** All settings as JSON. Validates the text before it applies it to the form. */
export class Tab extends ToolTab {
  static override properties = { ...ToolTab.properties, edited: { state: true }, done: { state: true } };

  /** The edited text; undefined while the text shows the form. */
  declare private edited: string | undefined;
  declare private done: boolean;
  /** The settings when editing began. Later changes in the form are not part of the edit. */
  #base: Settings | undefined;

  constructor() {
    super();
    this.edited = undefined;
    this.done = false;
  }

  override get unsaved(): boolean {
    return this.edited !== undefined;
  }

  protected override render(): TemplateResult {
    const { json } = this.strings;
    const text = this.edited ?? this.#current();
    const fault = this.edited === undefined ? undefined : this.#fault(this.edited);
    return html`<div>
      <h3 id="json-title">${this.strings.tabs.json}</h3>
      <p class="lead">${json.text}</p>
      <label class="sr" for="json-text">${json.label}</label>
      <textarea
        id="json-text"
        class="code"
        dir="ltr"
        spellcheck="false"
        .value=${text}
        aria-invalid=${fault !== undefined}
        aria-describedby="json-fault"
        @input=${this.#onInput}
        @keydown=${this.#onKey}
      ></textarea>
      <div id="json-fault">${fault ? html`<p class="fault">${icon('alert')} ${fault}</p>` : nothing}</div>
      <div role="status">${this.#isUnsaved ? html`<p class="hint">${json.applied}</p>` : nothing}</div>
      <p class="actions">
        <button type="button" class="primary" aria-disabled=${this.edited === undefined || fault !== undefined ? 'true' : nothing} @click=${this.#apply}>
          ${json.apply}
        </button>
        <button type="button" aria-disabled=${this.edited === undefined ? 'true' : nothing} @click=${this.#discard}>${json.discard}</button>
        <button type="button" @click=${this.#save}>${json.download}</button>
        <label class="button file">
          ${json.open}<input type="file" class="sr" accept=".json,application/json" @change=${this.#onFile} />
        </label>
      </p>
    </div>`;
  }

  /** Whether the applied text is not saved yet. */
  get #isUnsaved(): boolean {
    return this.done && (this.session.draft?.changes.length ?? 0) > 0;
  }

  #current(): string {
    return JSON.stringify(this.session.draft?.settings ?? {}, undefined, 2);
  }

  #onInput(event: Event): void {
    if (this.edited === undefined) this.#base = this.session.draft?.settings;
    this.edited = (event.target as HTMLTextAreaElement).value;
    this.done = false;
  }

  /** Applies the text before the panel handles the same key and saves. Stops the event if the text is invalid. */
  #onKey(event: KeyboardEvent): void {
    if (!isSaveKey(event) || this.#apply()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #discard(): void {
    this.edited = undefined;
  }

  /** @returns false if the text is invalid */
  #apply(): boolean {
    if (this.edited === undefined) return true;
    if (this.#fault(this.edited) !== undefined) {
      this.#focusText();
      return false;
    }
    const typed = parseSettingsPatch(JSON.parse(this.edited));
    const base = this.#base;
    this.session.draft?.apply(base ? patchOf(changesBetween(base, mergeSettings(base, typed))) : typed);
    this.edited = undefined;
    this.done = true;
    this.session.changed();
    return true;
  }

  #focusText(): void {
    this.querySelector('textarea')!.focus();
  }

  #save(): void {
    download('settings.json', [this.#current()], 'application/json');
  }

  async #onFile(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    this.#base = undefined;
    this.edited = fileText(new Uint8Array(await file.arrayBuffer())).text;
    this.done = false;
    await this.updateComplete;
    this.#focusText();
  }

  #fault(text: string): string | undefined {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const { line, column } = jsonErrorPosition(text);
      return this.strings.json.notJson(line, column);
    }
    const { json, form } = this.strings;
    const shape = shapeFault(value);
    if (shape) {
      const words = shape.kind === 'unknown' ? json.unknown : json.notObject;
      return json.fault(shape.key === '' ? words : shape.key + form.colon + words);
    }
    for (const row of SETTINGS_TABLE) {
      const fault = ruleMessage(row, valueAt(value as Settings, row.key), this.strings);
      const choices = 'options' in row ? row.options : row.kind === 'boolean' ? [true, false] : [];
      if (fault) return json.fault(`${row.key}${form.colon}${fault} ${choices.join(', ')}`.trim());
    }
    return undefined;
  }
}
