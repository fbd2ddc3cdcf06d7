/** Settings as nested objects, whatever their rows are. */
export type Tree = { [key: string]: unknown };

/** Nests values by the dotted keys of their rows. */
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
