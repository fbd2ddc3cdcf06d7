import { emailKey } from '../../../protocol/contacts.ts';
import { PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../admin-client.ts';
import type { KnownContacts } from './check-rows.ts';
import { TimeSlice } from './time-slice.ts';

/**
 * Ids and addresses of all contacts there are, so that a refusal can be foretold row by row: the interface
 * refuses 1000 contacts for one that exists. @throws ClientError
 */
export async function readKnownContacts(client: AdminClient, signal: AbortSignal): Promise<KnownContacts> {
  const ids = new Set<string>();
  const emails = new Set<string>();
  const timeSlice = new TimeSlice();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.contacts(page, PER_PAGE_MAX, signal);
    pages = answer.pages.total_pages;
    for (const { external_id, email } of answer.data) {
      ids.add(external_id);
      if (email) emails.add(emailKey(email));
    }
    if (timeSlice.due) await timeSlice.yield();
  }
  return { ids, emails };
}
