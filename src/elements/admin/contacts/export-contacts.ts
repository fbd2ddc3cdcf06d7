import { PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../admin-client.ts';
import { contactsAsCsv, csvHead } from './contact-csv.ts';

/**
 * All contacts, page by page, as the parts of a file.
 * @throws ClientError
 */
export async function exportContacts(
  client: AdminClient,
  format: 'csv' | 'json',
  onProgress: (done: number, total: number) => void,
): Promise<string[]> {
  const parts: string[] = [format === 'csv' ? csvHead() : '[\n'];
  let done = 0;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.contacts(page, PER_PAGE_MAX);
    pages = answer.pages.total_pages;
    if (answer.data.length > 0) {
      const lines = answer.data.map(contact => JSON.stringify(contact)).join(',\n');
      parts.push(format === 'csv' ? contactsAsCsv(answer.data) : (done > 0 ? ',\n' : '') + lines);
    }
    done += answer.data.length;
    onProgress(done, answer.total);
  }
  if (format === 'json') parts.push('\n]\n');
  return parts;
}
