import {
  defaultSettings,
  mergeSettings,
  type Settings,
  type SettingsPatch,
} from '../../../protocol/settings.ts';
import { settingFault } from '../../../protocol/settings-patch.ts';
import { SETTINGS_TABLE } from '../../../protocol/settings-table.ts';
import {
  type Change,
  changesBetween,
  overlaps,
  patchOf,
  valueAt,
  withoutBlankEntries,
  withValue,
} from './setting-changes.ts';

/** The edited settings with undo and redo. Holds invalid values too; `faulty` names them. */
export class Draft {
  #saved: Settings;
  #now: Settings;
  #past: Settings[] = [];
  #future: Settings[] = [];
  #typingIn: string | undefined;

  constructor(saved: Settings) {
    this.#saved = saved;
    this.#now = saved;
  }

  /** The settings to save. */
  get settings(): Settings {
    return withoutBlankEntries(this.#now);
  }

  /** The settings as the form shows them, with blank entries of lists. */
  get typed(): Settings {
    return this.#now;
  }

  get saved(): Settings {
    return this.#saved;
  }

  get changes(): Change[] {
    return changesBetween(this.#saved, this.settings);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Keys of the rows with an invalid value, in the form's order. */
  get faulty(): string[] {
    const { settings } = this;
    return SETTINGS_TABLE.filter(row => {
      const value = valueAt(settings, row.key);
      return value !== undefined && settingFault(row, value) !== undefined;
    }).map(row => row.key);
  }

  /** `faulty` without the field in which the owner is typing. */
  get settledFaulty(): string[] {
    return this.faulty.filter(key => key !== this.#typingIn);
  }

  /** For the preview: an invalid value becomes the saved value or the default. */
  get previewable(): Settings {
    const fixes = this.faulty.map(key => ({ key, after: valueAt(this.#saved, key) ?? defaultAt(key) }));
    return mergeSettings(this.settings, patchOf(fixes));
  }

  /** Sets a value. Edits of the same field are one undo step until `commit`. */
  edit(key: string, value: unknown): void {
    if (this.#typingIn !== key) this.#step();
    this.#typingIn = key;
    this.#now = withValue(this.#now, key, value);
  }

  /** Ends the undo step. The form calls it when a field loses the focus. */
  commit(): void {
    this.#typingIn = undefined;
  }

  /** The last value a switched-off feature had, in this draft or as saved. */
  lastValue(key: string): unknown {
    return [this.#saved, ...this.#past].map(settings => valueAt(settings, key)).findLast(Boolean);
  }

  /** Sets many values as one undo step. */
  apply(patch: SettingsPatch): void {
    this.#step();
    this.#now = mergeSettings(this.#now, patch);
  }

  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.#now);
    this.#now = before;
    this.commit();
  }

  redo(): void {
    const after = this.#future.pop();
    if (!after) return;
    this.#past.push(this.#now);
    this.#now = after;
    this.commit();
  }

  /** Reverts one change, as an undo step. */
  revert(key: string): void {
    const change = this.changes.find(found => found.key === key);
    if (change) this.apply(patchOf([{ key, after: change.before }]));
  }

  /** Reverts all changes, as one undo step. */
  discard(): void {
    this.#step();
    this.#now = this.#saved;
  }

  /** Applies all unsaved changes and undo steps on top of new saved settings, except the changes to keys in `dropped`. */
  rebase(saved: Settings, dropped: readonly string[] = []): void {
    const from = this.#saved;
    const move = (settings: Settings): Settings => {
      const mine = changesBetween(from, settings).filter(
        change => !dropped.some(key => overlaps(key, change.key)),
      );
      return mergeSettings(saved, patchOf(mine));
    };
    this.#past = this.#past.map(move);
    this.#future = this.#future.map(move);
    this.#now = move(this.#now);
    this.#saved = saved;
    this.commit();
  }

  /** Removes blank entries of lists from the form, without an undo step. */
  dropBlankEntries(): void {
    this.#now = this.settings;
  }

  /** A save was accepted. Undo steps stay, so an undo can go back behind the save. */
  accept(sent: Settings): void {
    this.#saved = sent;
    this.commit();
  }

  #step(): void {
    this.#past.push(this.#now);
    this.#future = [];
    this.commit();
  }
}

function defaultAt(key: string): unknown {
  return SETTINGS_TABLE.find(row => row.key === key)?.default ?? valueAt(defaultSettings(), key);
}
