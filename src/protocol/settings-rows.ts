/** The fields of a row of the settings table, and the TypeScript type of its value. */

export type SettingsGroup =
  | 'identity'
  | 'experience'
  | 'access'
  | 'rate-limit'
  | 'ai'
  | 'style'
  | 'auto-open'
  | 'lead-form';

interface RowBase {
  /** Dotted path inside the settings JSON. */
  key: string;
  group: SettingsGroup;
  /** English label of the admin form, and the name used in errors of the form. */
  label: string;
  /** English hint of the admin form. */
  hint?: string;
  /** `public` reaches every visitor's widget; `private` stays with the admin and the service. */
  access: 'public' | 'private';
  /** The custom property the value drives, without the `--agent-chat-` prefix. */
  css?: string;
}

interface TextRow extends RowBase {
  kind: 'text' | 'long-text' | 'colour' | 'font';
  default: string;
  min?: number;
  max: number;
}
export interface ChoiceRow extends RowBase {
  kind: 'choice';
  options: readonly string[];
  default: string;
}
export interface NumberRow extends RowBase {
  kind: 'number' | 'integer';
  min: number;
  max: number;
  step?: number;
  default: number;
}
/** A number that can be switched off with null. */
export interface OptionalNumberRow extends RowBase {
  kind: 'optional-number';
  min: number;
  max: number;
  default: number | null;
}
interface BooleanRow extends RowBase {
  kind: 'boolean';
  default: boolean;
}
export interface ListRow extends RowBase {
  kind: 'list' | 'domains';
  /** Entries at most. */
  maxItems: number;
  /** Characters of one entry: 1 to this. */
  max: number;
  default: readonly string[];
}
/** Groups of words or phrases, one group a text with commas between its words. */
export interface WordGroupsRow extends Omit<ListRow, 'kind'> {
  kind: 'word-groups';
  /** Words or phrases of one group. */
  minWords: number;
  maxWords: number;
}

export type SettingsRow =
  | TextRow
  | ChoiceRow
  | NumberRow
  | OptionalNumberRow
  | BooleanRow
  | ListRow
  | WordGroupsRow;

export type RowValue<R> = R extends { kind: 'choice'; options: readonly (infer O)[] }
  ? O
  : R extends { kind: 'boolean' }
    ? boolean
    : R extends { kind: 'number' | 'integer' }
      ? number
      : R extends { kind: 'optional-number' }
        ? number | null
        : R extends { kind: 'list' | 'domains' | 'word-groups' }
          ? readonly string[]
          : string;
