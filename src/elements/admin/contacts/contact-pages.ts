import { pause } from '../../../client/transport/abortable.ts';
import type { ContactPage } from '../../../protocol/contacts.ts';
import { PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../admin-client.ts';
import { askAgain } from './ask-again.ts';

/**
 * One page of all contacts there are. The first says at once that nobody answers; for a later one, a line that breaks
 * costs a wait, and not what was read before. @throws ClientError
 */
export function contactPage(client: AdminClient, page: number, signal: AbortSignal): Promise<ContactPage> {
  const ask = (): Promise<ContactPage> => client.contacts(page, PER_PAGE_MAX, signal);
  return page === 1 ? ask() : askAgain(ask, ms => pause(ms, signal, true));
}

/** All of them, as the service lists them. @throws ClientError */
export async function* contactPages(client: AdminClient, signal: AbortSignal): AsyncGenerator<ContactPage> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await contactPage(client, page, signal);
    pages = answer.pages.total_pages;
    yield answer;
    signal.throwIfAborted();
  }
}
