import type { AdminClient } from '../admin-client.ts';
import { contactsAsCsv, csvHead } from './contact-csv.ts';
import { contactPages } from './contact-pages.ts';

/**
 * All contacts, page by page, as the parts of a file. Each page is handed to the browser as soon as it is there: put
 * together at the end, ten megabytes of text would hold up the page.
 * @throws ClientError
 */
export async function exportContacts(
  client: AdminClient,
  format: 'csv' | 'json',
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Blob[]> {
  const parts: Blob[] = [new Blob([format === 'csv' ? csvHead() : '[\n'])];
  let done = 0;
  for await (const { data, total } of contactPages(client, signal)) {
    if (data.length > 0) {
      const lines =
        format === 'csv'
          ? await contactsAsCsv(data)
          : [done > 0 ? ',\n' : '', data.map(contact => JSON.stringify(contact)).join(',\n')];
      parts.push(new Blob(lines));
    }
    done += data.length;
    onProgress(done, total);
  }
  if (format === 'json') parts.push(new Blob(['\n]\n']));
  return parts;
}
