import type { Contact, ContactPage } from '../../../protocol/contacts.ts';
import { PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../admin-client.ts';

/**
 * The contacts with the newest first. The interface says nothing of an order; the services that list as they create
 * are read from their last page on, and one that puts the newest first itself as it is.
 */
export class NewestFirst {
  readonly #client: AdminClient;

  constructor(client: AdminClient) {
    this.#client = client;
  }

  /** A full page, but for the last: where two of the service's meet in it, both are asked for. @throws ClientError */
  async page(page: number, perPage: number, signal: AbortSignal): Promise<ContactPage> {
    const first = await this.#client.contacts(1, perPage, signal);
    const { total } = first;
    const last = Math.max(1, Math.ceil(total / perPage));
    // Should there be fewer than when the page was turned to.
    const wanted = Math.min(page, last);
    const pages = { page: wanted, per_page: perPage, total_pages: last };
    const read = this.#once(first, perPage, signal);
    if (!(await isNewestLast(first, () => read(last)))) return { ...(await read(wanted)), total, pages };
    const end = total - (wanted - 1) * perPage;
    const start = Math.max(0, end - perPage);
    const [from, to] = [Math.floor(start / perPage), Math.ceil(end / perPage)];
    const parts = await Promise.all(Array.from({ length: to - from }, (_, i) => read(from + i + 1)));
    const data = parts.flatMap(part => part.data).slice(start - from * perPage, end - from * perPage);
    return { message: first.message, data: data.toReversed(), total, pages };
  }

  /** All there are, in portions of up to 1000. @throws ClientError */
  async *portions(signal: AbortSignal): AsyncGenerator<readonly Contact[]> {
    const first = await this.#client.contacts(1, PER_PAGE_MAX, signal);
    const last = first.pages.total_pages;
    const read = this.#once(first, PER_PAGE_MAX, signal);
    const newestLast = await isNewestLast(first, () => read(last));
    for (let i = 1; i <= last; i++) {
      const { data } = await read(newestLast ? last + 1 - i : i);
      yield newestLast ? data.toReversed() : data;
    }
  }

  /** Reads no page twice: the first and the last tell the order, and may be wanted themselves. */
  #once(first: ContactPage, perPage: number, signal: AbortSignal): (page: number) => Promise<ContactPage> {
    const asked = new Map([[1, Promise.resolve(first)]]);
    return page => {
      const answer = asked.get(page) ?? this.#client.contacts(page, perPage, signal);
      asked.set(page, answer);
      return answer;
    };
  }
}

/** Created in the same second, they are taken for listed as they were created. */
async function isNewestLast(first: ContactPage, last: () => Promise<ContactPage>): Promise<boolean> {
  const newest = (await last()).data.at(-1)?.created_at;
  const oldest = first.data[0]?.created_at;
  return newest === undefined || oldest === undefined || newest >= oldest;
}
