import type { Contact, ContactPage } from '../../../protocol/contacts.ts';
import type { AdminClient } from '../admin-client.ts';
import { contactPage } from './contact-pages.ts';

type ReadPage = (page: number) => Promise<ContactPage>;

/**
 * The contacts with the newest first. The interface says nothing of an order; the services that list as they create
 * are read from their last page on, and one that puts the newest first itself as it is. What was learned with one
 * page, their order and number, spares the requests for it with the next.
 */
export class NewestFirst {
  readonly #client: AdminClient;
  /** How the service lists them; unknown while the contacts do not tell. */
  #newestLast: boolean | undefined;
  /** As the last answer had it. */
  #total: number | undefined;

  constructor(client: AdminClient) {
    this.#client = client;
  }

  /** A full page, but for the last: where two of the service's meet in it, both are asked for. @throws ClientError */
  async page(page: number, perPage: number, signal: AbortSignal): Promise<ContactPage> {
    const before = this.#total;
    const found = await this.#read(page, perPage, signal);
    // Contacts came or went, and with them the places of all others.
    return before === undefined || before === found.total ? found : this.#read(page, perPage, signal);
  }

  /** All there are, in portions of up to 1000. @throws ClientError */
  async *portions(signal: AbortSignal): AsyncGenerator<readonly Contact[]> {
    const read = onceEach(page => contactPage(this.#client, page, signal));
    const last = (await read(1)).pages.total_pages;
    const newestLast = await this.#isNewestLast(read, last);
    for (let i = 1; i <= last; i++) {
      const { data } = await read(newestLast ? last + 1 - i : i);
      yield newestLast ? data.toReversed() : data;
    }
  }

  async #read(page: number, perPage: number, signal: AbortSignal): Promise<ContactPage> {
    const read = onceEach(page => this.#client.contacts(page, perPage, signal));
    const total = this.#total ?? (await read(1)).total;
    const last = Math.max(1, Math.ceil(total / perPage));
    // Should there be fewer than when the page was turned to.
    const wanted = Math.min(page, last);
    const pages = { page: wanted, per_page: perPage, total_pages: last };
    const newestLast = await this.#isNewestLast(read, last);
    const end = newestLast ? total - (wanted - 1) * perPage : wanted * perPage;
    const start = Math.max(0, end - perPage);
    const [from, to] = [Math.floor(start / perPage), Math.max(1, Math.ceil(end / perPage))];
    const parts = await Promise.all(Array.from({ length: to - from }, (_, i) => read(from + i + 1)));
    const data = parts.flatMap(part => part.data).slice(start - from * perPage, end - from * perPage);
    const [{ message, total: now }] = parts as [ContactPage];
    this.#total = now;
    return { message, data: newestLast ? data.toReversed() : data, total: now, pages };
  }

  /** Created in the same second, they are taken for listed as they were created. */
  async #isNewestLast(read: ReadPage, last: number): Promise<boolean> {
    if (this.#newestLast !== undefined) return this.#newestLast;
    const oldest = (await read(1)).data[0]?.created_at;
    const newest = (await read(last)).data.at(-1)?.created_at;
    if (newest === undefined || oldest === undefined || newest === oldest) return true;
    this.#newestLast = newest > oldest;
    return this.#newestLast;
  }
}

/** Reads no page twice: the first and the last tell the order, and may be wanted themselves. */
function onceEach(read: ReadPage): ReadPage {
  const asked = new Map<number, Promise<ContactPage>>();
  return page => {
    const answer = asked.get(page) ?? read(page);
    asked.set(page, answer);
    return answer;
  };
}
