import { isTree } from '../../../protocol/settings.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../../protocol/settings-table.ts';

export interface ShapeFault {
  kind: 'unknown' | 'not-object';
  /** Empty for the whole. */
  key: string;
}

/** The first name that is no setting, or something else where settings are named; values are not looked at. */
export function shapeFault(value: unknown, key = ''): ShapeFault | undefined {
  if (!isTree(value)) return { kind: 'not-object', key };
  for (const [name, inner] of Object.entries(value)) {
    const path = key === '' ? name : `${key}.${name}`;
    // A name that is a path itself names nothing.
    const known = name.includes('.')
      ? []
      : SETTINGS_TABLE.filter(row => `${row.key}.`.startsWith(`${path}.`));
    if (known.length === 0) return { kind: 'unknown', key: path };
    const isOff = inner === null && NULLABLE_OBJECTS.some(object => object === path);
    if (isOff || known[0]!.key === path) continue;
    const fault = shapeFault(inner, path);
    if (fault) return fault;
  }
  return undefined;
}
