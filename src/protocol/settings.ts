import { DEFAULTS, OFF, PUBLIC_DEFAULTS, RECORDS } from './settings-defaults.ts';
import type { RowValue } from './settings-rows.ts';
import type { NULLABLE_OBJECTS, SETTINGS_TABLE } from './settings-table.ts';
import type { Tree } from './settings-tree.ts';

type Row = (typeof SETTINGS_TABLE)[number];
type Nest<K extends string, V> = K extends `${infer Head}.${infer Rest}`
  ? { [P in Head]: Nest<Rest, V> }
  : { [P in K]: V };
type Together<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never;
type Plain<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type FromRows<R extends Row> = Plain<Together<R extends Row ? Nest<R['key'], RowValue<R>> : never>>;
type WithNulls<T> = { [K in keyof T]: K extends (typeof NULLABLE_OBJECTS)[number] ? T[K] | null : T[K] };
type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> | undefined }
    : T;

/** All settings of one agent, docs/interface.md section 2.4. */
export type Settings = WithNulls<FromRows<Row>>;
/** The settings that the widget gets: the public rows. */
export type PublicSettings = WithNulls<FromRows<Extract<Row, { access: 'public' }>>>;
/** When the chat opens automatically, in public settings. */
export type AutoOpen = NonNullable<PublicSettings['autoOpen']>;
/** Any subset: objects merge by key, arrays and null replace. */
export type SettingsPatch = DeepPartial<Settings>;

/**
 * The settings of a new agent. Returns a new object each time. Of the groups that null switches off, only the rate limit
 * is on: without it one address could use up an agent's credits.
 */
export function defaultSettings(): Settings {
  const { rateLimit, ...all } = structuredClone(DEFAULTS);
  return { ...all, ...OFF, rateLimit } as Settings;
}

/**
 * Applies a patch: objects merge by key, arrays and null replace. An object that was null starts from its
 * defaults. Both arguments stay as they are.
 */
export function mergeSettings(settings: Settings, patch: SettingsPatch): Settings {
  return merge(settings, patch, DEFAULTS) as Settings;
}

/**
 * The part of the settings that every visitor may see. A page sets settings without validation: a value of another
 * type than its default is ignored.
 * @param odd called with the key of each ignored value
 */
export function publicSettings(settings: Settings, odd?: (key: string) => void): PublicSettings {
  return fitted(settings, PUBLIC_DEFAULTS, '', odd) as PublicSettings;
}

function merge(current: unknown, patch: Tree, normal: unknown): Tree {
  const result = { ...((isTree(current) ? current : normal) as Tree) };
  for (const [key, value] of Object.entries(patch)) {
    if (value !== undefined)
      result[key] = isTree(value) ? merge(result[key], value, (normal as Tree | undefined)?.[key]) : value;
  }
  return result;
}

/** The parts of a value that have the same type as the default, and only its keys. */
function fitted(value: unknown, normal: unknown, path: string, odd?: (key: string) => void): unknown {
  const mayBeNull = path in OFF;
  if (mayBeNull && value === null) return null;
  if (!isLike(value, normal, path in RECORDS ? isTree : isText)) {
    odd?.(path);
    return mayBeNull ? null : normal;
  }
  const shape = RECORDS[path];
  if (shape) return (value as Tree[]).map(entry => fitted(entry, shape, `${path}[]`, odd));
  // Nobody could read or press a blank entry of a list.
  if (Array.isArray(value)) return value.filter(text => text.trim());
  if (!isTree(normal)) return value;
  const below = path && `${path}.`;
  return Object.fromEntries(
    Object.entries(normal).map(([key, one]) => [key, fitted((value as Tree)[key], one, below + key, odd)]),
  );
}

function isLike(value: unknown, normal: unknown, isEntry: (entry: unknown) => boolean): boolean {
  if (Array.isArray(normal)) return Array.isArray(value) && value.every(isEntry);
  // Only a text that is empty by default may be blank.
  if (normal && typeof value === 'string' && !value.trim()) return false;
  return value === normal || (typeof value === typeof (normal ?? 0) && isTree(value) === isTree(normal));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
