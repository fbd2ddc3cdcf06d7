import type { Contact } from '../../../protocol/contacts.ts';
import { PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../admin-client.ts';
import { NewestFirst } from './newest-first.ts';
import { TimeSlice } from './time-slice.ts';

/** As many as one page shows. */
export const FOUND_MAX: number = PER_PAGE_MAX;

/**
 * Contacts in whose id, name, address or number all these words are, the newest first. The interface cannot search:
 * all pages are read until enough are found. @throws ClientError
 */
export async function findContacts(
  client: AdminClient,
  wanted: string,
  signal: AbortSignal,
): Promise<Contact[]> {
  const words = plain(wanted).split(/\s+/);
  const found: Contact[] = [];
  const timeSlice = new TimeSlice();
  for await (const contacts of new NewestFirst(client).portions(signal)) {
    for (const contact of contacts) {
      const { external_id, name, email, phonenumber } = contact;
      const text = plain([external_id, name, email, phonenumber, phonenumber?.replace(/\D/g, '')].join('\n'));
      if (words.every(word => text.includes(word))) found.push(contact);
    }
    if (found.length >= FOUND_MAX) break;
    if (timeSlice.due) await timeSlice.yield();
  }
  return found.slice(0, FOUND_MAX);
}

/** Without the accents of Latin letters, which a keyboard may not have. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim();
}
