import { emailKey } from '../../../protocol/contacts.ts';
import type { AdminClient } from '../admin-client.ts';
import type { KnownContacts } from './check-rows.ts';
import { contactPages } from './contact-pages.ts';
import { TimeSlice } from './time-slice.ts';

/**
 * Ids and addresses of all contacts there are, so that a refusal can be foretold row by row: the interface
 * refuses 1000 contacts for one that exists. @throws ClientError
 */
export async function readKnownContacts(client: AdminClient, signal: AbortSignal): Promise<KnownContacts> {
  const ids = new Set<string>();
  const emails = new Set<string>();
  const timeSlice = new TimeSlice();
  for await (const { data } of contactPages(client, signal)) {
    for (const { external_id, email } of data) {
      ids.add(external_id);
      if (email) emails.add(emailKey(email));
    }
    if (timeSlice.due) await timeSlice.yield();
  }
  return { ids, emails };
}
