import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { CONTACT_MAX, USER_ID_MAX } from '../../../protocol/limits.ts';
import type { RowFault } from './check-rows.ts';

/** Why a file of contacts cannot be read. `fileFaultMessage` explains it in the panel's language. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly kind: 'no-contact' | 'no-text' | 'open-quote' | 'broken-entry';
  /** The row or entry, numbered as in `ContactTable`. */
  readonly row: number;

  constructor(kind: FileFault['kind'], row = 0) {
    super(`${kind} at ${row}`);
    this.kind = kind;
    this.row = row;
  }
}

/** Lengths in characters. */
const LIMITS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  external_id: [1, USER_ID_MAX],
  name: [0, CONTACT_MAX.name],
  phonenumber: [0, CONTACT_MAX.phonenumber],
};

export function fileFaultMessage({ kind, row }: FileFault, { importing }: AdminStrings): string {
  const reasons: Record<FileFault['kind'], string> = {
    'no-contact': importing.noContact,
    'no-text': importing.noText,
    'open-quote': importing.openQuote(row),
    'broken-entry': importing.brokenEntry(row),
  };
  return importing.unreadable(reasons[kind]);
}

export function rowFaultMessage(fault: RowFault, strings: AdminStrings): string {
  const { importing, contacts } = strings;
  const nameOf = (field: string): string =>
    Object.hasOwn(contacts.columns, field) ? contacts.columns[field as keyof typeof contacts.columns] : field;
  switch (fault.kind) {
    case 'missing-id':
      return importing.missingId;
    case 'repeats':
      return importing.repeats(nameOf(fault.field), fault.row);
    case 'exists':
      return fault.field ? importing.existsField(nameOf(fault.field)) : importing.existsAlready;
    case 'refused':
      return strings.errors.invalid_request(fault.message);
    case 'field':
      return nameOf(fault.field) + strings.form.colon + ruleOf(fault.field, strings);
  }
}

function ruleOf(field: string, { importing, faults }: AdminStrings): string {
  switch (field) {
    case 'email':
      return importing.notEmail;
    case 'payment_accounts':
      return importing.notAccounts;
    case 'custom_attributes':
      return importing.notAttributes;
    default:
      return faults.text(...(LIMITS[field] ?? [0, CONTACT_MAX.name]));
  }
}
