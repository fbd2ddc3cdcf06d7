import { NULLABLE_OBJECTS, SETTINGS_TABLE } from './settings-table.ts';

export type Tree = { [key: string]: unknown };

/** What every setting is until somebody changes it, features that are off included, in the shape of the settings. */
export const DEFAULTS: Tree = defaultsOf(SETTINGS_TABLE);
/** Of these, what every visitor may see. */
export const PUBLIC_DEFAULTS: Tree = defaultsOf(SETTINGS_TABLE.filter(row => row.access === 'public'));

/** The groups that may be null, which switches them off: they are until somebody sets them. */
export const OFF: Tree = Object.fromEntries(NULLABLE_OBJECTS.map(key => [key, null]));

function defaultsOf(rows: readonly { key: string; default: unknown }[]): Tree {
  return treeOf(rows.map(row => [row.key, row.default]));
}

/** Values by the keys of their rows, in the shape of the settings. */
export function treeOf(values: readonly (readonly [key: string, value: unknown])[]): Tree {
  const tree: Tree = {};
  for (const [key, value] of values) {
    const path = key.split('.');
    const last = path.pop()!;
    let node = tree;
    for (const step of path) {
      node[step] ??= {};
      node = node[step] as Tree;
    }
    node[last] = value;
  }
  return tree;
}
