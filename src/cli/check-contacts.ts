import { type Contact, type ContactInput, emailKey, parseCreateContacts } from '../protocol/contacts.ts';
import { ProtocolError } from '../protocol/errors.ts';
import type { ReadContact } from './read-contacts.ts';

export interface CheckedContacts {
  valid: ContactInput[];
  /** What is wrong with the others, each with its place in the file. */
  faults: string[];
}

/**
 * Checks the contacts of a file against the rules, the contacts before them and the existing ones, whose `external_id` and
 * email they must not repeat.
 */
export async function checkContacts(
  contacts: Iterable<ReadContact>,
  existing: AsyncIterable<Contact>,
): Promise<CheckedContacts> {
  const ids = new Map<string, string>();
  const emails = new Map<string, string>();
  const note = ({ external_id, email }: Contact | ContactInput, place: string): void => {
    ids.set(external_id, place);
    if (email) emails.set(emailKey(email), place);
  };
  for await (const contact of existing) note(contact, 'the stored contacts');
  const valid: ContactInput[] = [];
  const faults: string[] = [];
  for (const { contact, place } of contacts) {
    const checked = check(contact);
    const fault = typeof checked === 'string' ? checked : duplicateOf(checked, ids, emails);
    if (typeof checked === 'string' || fault !== undefined) {
      faults.push(`${place}: ${fault}`);
      continue;
    }
    note(checked, place);
    valid.push(checked);
  }
  return { valid, faults };
}

/** @returns the contact, or what is wrong with it */
function check(contact: Record<string, unknown>): ContactInput | string {
  try {
    return parseCreateContacts({ users: [contact] })[0]!;
  } catch (error) {
    if (error instanceof ProtocolError) return error.message.replace(/^users\.0(?:\.|: )/, '');
    throw error;
  }
}

function duplicateOf(
  { external_id, email }: ContactInput,
  ids: ReadonlyMap<string, string>,
  emails: ReadonlyMap<string, string>,
): string | undefined {
  const fields = [
    ['external_id', external_id, ids.get(external_id)],
    ['email', email, email ? emails.get(emailKey(email)) : undefined],
  ] as const;
  for (const [field, value, place] of fields) {
    if (place) return `${field} ${JSON.stringify(value)} is in ${place} already`;
  }
  return undefined;
}
