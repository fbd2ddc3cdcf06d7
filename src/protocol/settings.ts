import type { RowValue } from './settings-rows.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from './settings-table.ts';

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
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/** All settings of one agent, section 2.4. */
export type Settings = WithNulls<FromRows<Row>>;
/** What the widget gets: the public rows. */
export type PublicSettings = WithNulls<FromRows<Extract<Row, { access: 'public' }>>>;
/** Any subset: objects merge by key, arrays and null replace. */
export type SettingsPatch = DeepPartial<Settings>;

type Tree = Record<string, unknown>;

/** The settings of an agent nobody has changed. A fresh object at each call. */
export function defaultSettings(): Settings {
  const settings: Tree = {};
  for (const row of SETTINGS_TABLE) setAt(settings, row.key, row.default);
  for (const key of NULLABLE_OBJECTS) settings[key] = null;
  return settings as Settings;
}

/**
 * Applies a patch: objects merge by key, arrays and null replace. An object that was null starts from its
 * defaults. Both arguments stay as they are.
 */
export function mergeSettings(settings: Settings, patch: SettingsPatch): Settings {
  return merge(settings as Tree, patch as Tree, '') as Settings;
}

/**
 * The part of the settings every visitor may see. What is of another kind than its default, where a page has set it
 * unchecked, counts as not said.
 * @param odd is told the keys of such.
 */
export function publicSettings(settings: Settings, odd?: (key: string) => void): PublicSettings {
  const visible: Tree = {};
  for (const { access, key, default: normal } of SETTINGS_TABLE) {
    if (access !== 'public' || copyAt(settings as Tree, visible, key.split('.'), normal)) continue;
    odd?.(key);
  }
  return visible as PublicSettings;
}

function merge(current: Tree, patch: Tree, path: string): Tree {
  const result: Tree = { ...current };
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    result[key] = isTree(value)
      ? merge(isTree(current[key]) ? current[key] : defaultsBelow(path + key), value, `${path}${key}.`)
      : value;
  }
  return result;
}

function defaultsBelow(path: string): Tree {
  const defaults: Tree = {};
  for (const row of SETTINGS_TABLE) {
    if (row.key.startsWith(`${path}.`)) setAt(defaults, row.key.slice(path.length + 1), row.default);
  }
  return defaults;
}

function setAt(tree: Tree, key: string, value: unknown): void {
  const path = key.split('.');
  const last = path.pop()!;
  let node = tree;
  for (const step of path) {
    node[step] ??= {};
    node = node[step] as Tree;
  }
  node[last] = value;
}

/** False when the default was taken for what was there. */
function copyAt(from: Tree, to: Tree, path: readonly string[], normal: unknown): boolean {
  const [head, ...rest] = path as [string, ...string[]];
  const value = from[head];
  if (rest.length === 0) {
    const fits = isLike(value, normal);
    to[head] = fits ? value : normal;
    return fits;
  }
  if (!isTree(value) && (NULLABLE_OBJECTS as readonly string[]).includes(head)) {
    to[head] = null;
    return value === null;
  }
  to[head] ??= {};
  return copyAt(isTree(value) ? value : {}, to[head] as Tree, rest, normal);
}

function isLike(value: unknown, normal: unknown): boolean {
  if (Array.isArray(normal)) return Array.isArray(value) && value.every(one => typeof one === 'string');
  return typeof value === typeof (normal ?? 0) || (value === null && normal === null);
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
