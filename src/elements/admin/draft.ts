import {
  defaultSettings,
  mergeSettings,
  type Settings,
  type SettingsPatch,
} from '../../protocol/settings.ts';
import { settingFault } from '../../protocol/settings-patch.ts';
import { SETTINGS_TABLE } from '../../protocol/settings-table.ts';
import { withoutBlankEntries } from './blank-entries.ts';
import { type Change, changesBetween, patchOf, touchSame, valueAt, withValue } from './setting-changes.ts';

/**
 * The owner's unsaved work: the settings as the server has them, as they stand now, and each step between, to go
 * back and forth. Holds what was typed even where it is wrong; `faulty` says where.
 */
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

  /** What a save would leave. */
  get settings(): Settings {
    return withoutBlankEntries(this.#now);
  }

  /** As it stands in the form, entries of lists that are still blank included. */
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

  /** Keys of the rows whose value breaks a rule, in the form's order. */
  get faulty(): string[] {
    const { settings } = this;
    return SETTINGS_TABLE.filter(row => {
      const value = valueAt(settings, row.key);
      return value !== undefined && settingFault(row, value) !== undefined;
    }).map(row => row.key);
  }

  /** Those the owner has left: what is only half typed stands in nobody's way yet. */
  get leftFaulty(): string[] {
    return this.faulty.filter(key => key !== this.#typingIn);
  }

  /** What a preview can show: wrong values are left at what is saved, or at the default. */
  get presentable(): Settings {
    const mend = this.faulty.map(key => ({ key, after: valueAt(this.#saved, key) ?? defaultAt(key) }));
    return mergeSettings(this.settings, patchOf(mend));
  }

  /** Puts a value. Keystrokes in the same field are one step, until `settle`. */
  edit(key: string, value: unknown): void {
    if (this.#typingIn !== key) this.#step();
    this.#typingIn = key;
    this.#now = withValue(this.#now, key, value);
  }

  /** The field was left: the next keystroke is a step of its own. */
  settle(): void {
    this.#typingIn = undefined;
  }

  /** What a feature that is off was when it was last on: in one of the steps, or as it is saved. */
  before(key: string): unknown {
    return [this.#saved, ...this.#past].map(settings => valueAt(settings, key)).findLast(Boolean);
  }

  /** Many values in one step. */
  apply(patch: SettingsPatch): void {
    this.#step();
    this.#now = mergeSettings(this.#now, patch);
  }

  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.#now);
    this.#now = before;
    this.settle();
  }

  redo(): void {
    const after = this.#future.pop();
    if (!after) return;
    this.#past.push(this.#now);
    this.#now = after;
    this.settle();
  }

  /** Puts one thing back to what is saved, as a step that can itself be undone. */
  revert(key: string): void {
    const change = this.changes.find(found => found.key === key);
    if (change) this.apply(patchOf([{ key, after: change.before }]));
  }

  /** Puts everything back to what is saved, as one step. */
  discard(): void {
    this.#step();
    this.#now = this.#saved;
  }

  /**
   * The server now has `saved`. Everything unsaved stays, and so does every step: each keeps its distance from
   * what was saved. Changes whose key is in `dropped` are given up.
   */
  rebase(saved: Settings, dropped: readonly string[] = []): void {
    const from = this.#saved;
    const move = (settings: Settings): Settings => {
      const mine = changesBetween(from, settings).filter(
        change => !dropped.some(key => touchSame(key, change.key)),
      );
      return mergeSettings(saved, patchOf(mine));
    };
    this.#past = this.#past.map(move);
    this.#future = this.#future.map(move);
    this.#now = move(this.#now);
    this.#saved = saved;
    this.settle();
  }

  /** Takes the blank entries of lists out of the form, too. No step: there is nothing in them to come back to. */
  leaveOutBlanks(): void {
    this.#now = this.settings;
  }

  /** A save of `sent` was accepted: steps stay where they are, so an undo goes back behind the save. */
  accept(sent: Settings): void {
    this.#saved = sent;
    this.settle();
  }

  #step(): void {
    this.#past.push(this.#now);
    this.#future = [];
    this.settle();
  }
}

function defaultAt(key: string): unknown {
  return SETTINGS_TABLE.find(row => row.key === key)?.default ?? valueAt(defaultSettings(), key);
}
