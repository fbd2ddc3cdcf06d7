import { pause } from '../../../client/transport/abortable.ts';
import { ClientError } from '../../../client/transport/client-error.ts';
import type { Contact, ContactInput, ContactPage } from '../../../protocol/contacts.ts';
import { backoffDelay, PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../session/admin-client.ts';

/**
 * One page of a thousand contacts. An error on the first page is thrown at once; later pages are retried, so that a
 * lost connection does not lose the pages before. @throws ClientError
 */
export function contactPage(client: AdminClient, page: number, signal: AbortSignal): Promise<ContactPage> {
  const request = (): Promise<ContactPage> => client.contacts(page, PER_PAGE_MAX, signal);
  return page === 1 ? request() : retry(request, ms => pause(ms, signal, true));
}

/** Changes the given fields of a contact; null removes a value. @throws ClientError */
export async function changeContact(
  client: AdminClient,
  id: string,
  patch: Partial<ContactInput>,
): Promise<void> {
  await client.contact('POST', id, patch);
}

/** @throws ClientError */
export async function deleteContact(client: AdminClient, id: string): Promise<void> {
  await client.contact('DELETE', id);
}

/** A deleted contact leaves an empty row behind, which keeps its place in the list of the service. */
export function isDeleted({ id, external_id }: Contact): boolean {
  return external_id === `deleted-${id}`;
}

/** All contacts but deleted ones, in the order of the service. @throws ClientError */
export async function* contactPages(client: AdminClient, signal: AbortSignal): AsyncGenerator<ContactPage> {
  let deleted = 0;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await contactPage(client, page, signal);
    pages = answer.pages.total_pages;
    const data = answer.data.filter(contact => !isDeleted(contact));
    deleted += answer.data.length - data.length;
    yield { ...answer, data, total: answer.total - deleted };
    signal.throwIfAborted();
  }
}

const ATTEMPTS_MAX = 5;
/** The longest wait. A service that needs longer refuses again. */
const DELAY_MAX_MS = 5 * 60_000;

/** Codes that a retry cannot change. */
const FINAL_CODES: readonly string[] = [
  'conflict',
  'invalid_request',
  'payload_too_large',
  'unauthorized',
  'forbidden',
  'not_found',
];

/**
 * Retries a request after network errors and rate limits, with the backoff of docs/interface.md section 8.
 * @param wait waits for the given milliseconds; throws to stop retrying
 * @throws ClientError the last error
 */
export async function retry<T>(
  request: () => Promise<T>,
  wait: (ms: number, error: ClientError) => Promise<void>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ClientError) || FINAL_CODES.includes(error.code) || attempt + 1 >= ATTEMPTS_MAX)
        throw error;
      await wait(Math.min(error.wait ?? backoffDelay(attempt), DELAY_MAX_MS), error);
    }
  }
}
