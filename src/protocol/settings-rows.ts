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
  /** Entries at least; 0 if it is left out. */
  minItems?: number;
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

/** One field of the entries of a records row. Its key is its name in an entry. */
export type RecordField = FieldOf<TextRow | ChoiceRow | BooleanRow | ListRow>;
type FieldOf<R> = R extends unknown ? Omit<R, 'group' | 'access' | 'css'> : never;

/** Entries with the same fields, in an order that the owner chooses. */
export interface RecordsRow extends RowBase {
  kind: 'records';
  /** Entries at most. */
  maxItems: number;
  fields: readonly RecordField[];
  /** The field whose text no two entries share, without regard to case. */
  unique?: string;
  /** A field that has no use, and is empty, unless another one has this value; then it has entries. */
  only?: { field: string; if: string; is: string };
  default: readonly [];
}

export type SettingsRow =
  | TextRow
  | ChoiceRow
  | NumberRow
  | OptionalNumberRow
  | BooleanRow
  | ListRow
  | WordGroupsRow
  | RecordsRow;

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
          : R extends { kind: 'records'; fields: readonly (infer F)[] }
            ? readonly RecordValue<F>[]
            : string;

/** One entry of a records row. */
type RecordValue<F> = {
  readonly [K in F extends { key: infer Key extends string } ? Key : never]: RowValue<Extract<F, { key: K }>>;
};
