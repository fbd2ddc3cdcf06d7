import { emailKey } from '../contacts.ts';
import { isBlank } from '../text.ts';
import { nameOrder } from './column-mapping.ts';
import type { Target } from './column-names.ts';
import { parseExactly } from './exact-json.ts';

/**
 * Returns a function that turns each row of a file into a contact, to be validated by the interface's rules. Without
 * a column of ids, the email address is the id, else the phone number; a row without these has no id.
 */
export function contactReader(
  columns: readonly string[],
  mapping: readonly Target[],
): (cells: readonly unknown[]) => Record<string, unknown> {
  const hasId = mapping.includes('external_id');
  const ordered = nameOrder(columns).map(at => ({ at, name: columns[at]!, target: mapping[at] ?? '' }));
  return cells => {
    const fields: Record<string, unknown> = {};
    const attributes: [string, unknown][] = [];
    for (const { at, name, target } of ordered) {
      const value = cells[at];
      if (target === '' || isEmpty(value)) continue;
      if (target === 'attribute') attributes.push([name, value]);
      else if (target === 'name' && typeof fields.name === 'string' && typeof value === 'string')
        fields.name += ` ${value}`;
      else
        fields[target] =
          target === 'payment_accounts' || target === 'custom_attributes' ? nested(value) : asText(value);
    }
    // fromEntries makes own properties of any name, `__proto__` included.
    if (attributes.length > 0) {
      const given = fields.custom_attributes;
      fields.custom_attributes = Object.fromEntries([
        ...(typeof given === 'object' && given !== null ? Object.entries(given) : []),
        ...attributes,
      ]);
    }
    if (!hasId) fields.external_id = idOf(fields);
    return fields;
  };
}

/** Whether a column identifies each row: a column of ids, or one that can serve as such. */
export function hasIdentity(mapping: readonly Target[]): boolean {
  return (['external_id', 'email', 'phonenumber'] as const).some(target => mapping.includes(target));
}

/** The field that identifies people in a file without ids, and is the same in a second import. */
function idOf({ email, phonenumber }: Record<string, unknown>): unknown {
  return typeof email === 'string' ? emailKey(email) : phonenumber;
}

function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && isBlank(cell));
}

/** In JSON a customer id is often a number; validation refuses anything else. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** In a CSV file such a value is JSON. */
function nested(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseExactly(value);
  } catch {
    return value;
  }
}
