import { PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../admin-client.ts';
import { contactsAsCsv, csvHead } from './contact-csv.ts';

/**
 * All contacts, page by page, as the parts of a file. Each page is handed to the browser as soon as it is there: put
 * together at the end, ten megabytes of text would hold up the page.
 * @throws ClientError
 */
export async function exportContacts(
  client: AdminClient,
  format: 'csv' | 'json',
  onProgress: (done: number, total: number) => void,
): Promise<Blob[]> {
  const parts: Blob[] = [new Blob([format === 'csv' ? csvHead() : '[\n'])];
  let done = 0;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.contacts(page, PER_PAGE_MAX);
    pages = answer.pages.total_pages;
    if (answer.data.length > 0) {
      const lines =
        format === 'csv'
          ? await contactsAsCsv(answer.data)
          : [done > 0 ? ',\n' : '', answer.data.map(contact => JSON.stringify(contact)).join(',\n')];
      parts.push(new Blob(lines));
    }
    done += answer.data.length;
    onProgress(done, answer.total);
  }
  if (format === 'json') parts.push(new Blob(['\n]\n']));
  return parts;
}
