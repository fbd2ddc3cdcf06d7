import type { Contact, ContactPage } from '../../../protocol/contacts.ts';
import { PER_PAGE_MAX } from '../../../protocol/limits.ts';
import type { AdminClient } from '../session/admin-client.ts';
import { contactPage, isDeleted } from './contact-requests.ts';
import { TimeSlice } from './time-slice.ts';

type ReadPage = (page: number) => Promise<ContactPage>;

/**
 * The contacts, newest first. The interface (docs/interface.md section 4.3) defines no order, so this finds it out: a service that lists
 * the newest last is read from its last page on. Order and number are remembered for the next page.
 */
export class ContactList {
  readonly #client: AdminClient;
  /** The order of the service; undefined until two contacts of different age are known. */
  #newestLast: boolean | undefined;
  /** From the last answer, with deleted contacts. */
  #total: number | undefined;
  /** Ids of the deleted contacts that were read. */
  readonly #deleted = new Set<string>();

  constructor(client: AdminClient) {
    this.#client = client;
  }

  /**
   * A page without deleted contacts, which leave it shorter. The total leaves out those read so far. Reads two pages of
   * the service where one of this list overlaps both. @throws ClientError
   */
  async page(page: number, perPage: number, signal: AbortSignal): Promise<ContactPage> {
    const before = this.#total;
    let found = await this.#read(page, perPage, signal);
    // Contacts were added or removed, which shifts all others.
    if (before !== undefined && before !== found.total) found = await this.#read(page, perPage, signal);
    for (const { id } of found.data.filter(isDeleted)) this.#deleted.add(id);
    const data = found.data.filter(contact => !isDeleted(contact));
    return { ...found, data, total: found.total - this.#deleted.size };
  }

  /** All contacts but deleted ones, in batches of up to 1000. @throws ClientError */
  async *batches(signal: AbortSignal): AsyncGenerator<readonly Contact[]> {
    const read = cached(page => contactPage(this.#client, page, signal));
    const last = (await read(1)).pages.total_pages;
    const newestLast = await this.#isNewestLast(read, last);
    for (let i = 1; i <= last; i++) {
      const answer = await read(newestLast ? last + 1 - i : i);
      const data = answer.data.filter(contact => !isDeleted(contact));
      yield newestLast ? data.toReversed() : data;
    }
  }

  async #read(page: number, perPage: number, signal: AbortSignal): Promise<ContactPage> {
    const read = cached(page => this.#client.contacts(page, perPage, signal));
    const total = this.#total ?? (await read(1)).total;
    const last = Math.max(1, Math.ceil(total / perPage));
    // There may be fewer pages than before.
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

  /** Assumes the newest last if all were created in the same second. */
  async #isNewestLast(read: ReadPage, last: number): Promise<boolean> {
    if (this.#newestLast !== undefined) return this.#newestLast;
    const oldest = (await read(1)).data[0]?.created_at;
    const newest = (await read(last)).data.at(-1)?.created_at;
    if (newest === undefined || oldest === undefined || newest === oldest) return true;
    this.#newestLast = newest > oldest;
    return this.#newestLast;
  }
}

/** Caches pages: the first and the last tell the order, and can be the requested ones. */
function cached(read: ReadPage): ReadPage {
  const asked = new Map<number, Promise<ContactPage>>();
  return page => {
    const answer = asked.get(page) ?? read(page);
    asked.set(page, answer);
    return answer;
  };
}

/** As many as fit on one page. */
export const FOUND_MAX: number = PER_PAGE_MAX;

/**
 * Finds contacts, newest first, whose id, name, email address or phone number contain all words. The interface has no
 * search, so this reads pages until enough are found. @throws ClientError
 */
export async function findContacts(
  client: AdminClient,
  query: string,
  signal: AbortSignal,
): Promise<Contact[]> {
  const words = normalize(query).split(/\s+/);
  const found: Contact[] = [];
  const timeSlice = new TimeSlice();
  for await (const contacts of new ContactList(client).batches(signal)) {
    for (const contact of contacts) {
      const { external_id, name, email, phonenumber } = contact;
      const text = normalize(
        [external_id, name, email, phonenumber, phonenumber?.replace(/\D/g, '')].join('\n'),
      );
      if (words.every(word => text.includes(word))) found.push(contact);
    }
    if (found.length >= FOUND_MAX) break;
    if (timeSlice.due) await timeSlice.yield();
  }
  return found.slice(0, FOUND_MAX);
}

/** Lower case without accents, which not every keyboard has. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim();
}
