import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContactList, findContacts } from '../../../src/elements/admin/contacts/contact-list.ts';
import { AdminClient } from '../../../src/elements/admin/session/admin-client.ts';
import { ADMIN_TOKEN, AdminServer, AGENT_ID } from '../../fakes/admin-server.ts';

const { signal } = new AbortController();

type Listed = 'oldest first' | 'newest first';

const person = (n: number) => ({
  external_id: `c${n}`,
  name: `Person ${n}`,
  created_at: 1_700_000_000 + n,
});

/** A service with contacts `c1`, `c2` … created one after the other, listed so or the other way around. */
function serviceOf(count: number, listed: Listed) {
  const server = new AdminServer();
  const created = Array.from({ length: count }, (_, i) => person(i + 1));
  server.contacts.push(...(listed === 'oldest first' ? created : created.reverse()));
  /** Pages it was asked for. */
  const asked: number[] = [];
  const client = new AdminClient({
    endpoint: 'http://admin.test',
    agentId: AGENT_ID,
    fetch: (input, init) => {
      asked.push(Number(new URL(String(input)).searchParams.get('page')));
      return server.fetch(input, init);
    },
  });
  client.useToken(ADMIN_TOKEN);
  return { server, client, asked };
}

function clientOf(count: number, listed: Listed): AdminClient {
  return serviceOf(count, listed).client;
}

for (const listed of ['oldest first', 'newest first'] as const) {
  test(`pages through all contacts, newest first, of a service that lists the ${listed}`, async () => {
    for (const count of [0, 1, 9, 10, 11, 20, 27]) {
      const list = new ContactList(clientOf(count, listed));
      const ids: string[] = [];
      for (let page = 1, last = 1; page <= last; page++) {
        const answer = await list.page(page, 10, signal);
        last = answer.pages.total_pages;
        assert.equal(answer.total, count);
        assert.equal(answer.data.length, page < last || count % 10 === 0 ? Math.min(10, count) : count % 10);
        ids.push(...answer.data.map(contact => contact.external_id));
      }
      assert.deepEqual(
        ids,
        Array.from({ length: count }, (_, i) => `c${count - i}`),
      );
    }
  });

  test(`finds up to 1000 contacts, newest first, in a service that lists the ${listed}`, async () => {
    const found = await findContacts(clientOf(2300, listed), 'person', signal);
    assert.equal(found.length, 1000);
    assert.deepEqual([found[0]?.external_id, found.at(-1)?.external_id], ['c2300', 'c1301']);
  });
}

test('a name is found with and without its accents', async () => {
  const { server, client } = serviceOf(0, 'oldest first');
  server.contacts.push({ external_id: 'a', name: 'José Müller' }, { external_id: 'b', name: 'Zoe Łuczak' });
  // Written in two signs each, as files of a Mac may have it.
  server.contacts.push({ external_id: 'c', name: 'Jose\u0301 Mu\u0308ller' });
  for (const wanted of ['jose muller', 'José MÜLLER', 'Jose\u0301']) {
    const found = await findContacts(client, wanted, signal);
    assert.deepEqual(found.map(contact => contact.external_id).sort(), ['a', 'c'], wanted);
  }
  assert.equal((await findContacts(client, 'zoë', signal)).length, 1);
});

test('contacts created in the same second count as listed newest last', async () => {
  const server = new AdminServer();
  for (let i = 1; i <= 12; i++) server.contacts.push({ external_id: `c${i}` });
  const client = new AdminClient({ endpoint: 'http://admin.test', agentId: AGENT_ID, fetch: server.fetch });
  client.useToken(ADMIN_TOKEN);
  const { data } = await new ContactList(client).page(2, 10, signal);
  assert.deepEqual(
    data.map(contact => contact.external_id),
    ['c2', 'c1'],
  );
});

test('a page that no longer exists becomes the last page', async () => {
  const { data, pages } = await new ContactList(clientOf(12, 'oldest first')).page(5, 10, signal);
  assert.deepEqual([pages.page, data.at(-1)?.external_id], [2, 'c1']);
});

for (const [listed, count, asks] of [
  ['oldest first', 57, [4, 5]],
  ['oldest first', 60, [5]],
  ['newest first', 57, [2]],
] as const) {
  test(`the second page of ${count} contacts, listed ${listed}, needs no further requests`, async () => {
    const { client, asked } = serviceOf(count, listed);
    const list = new ContactList(client);
    await list.page(1, 10, signal);
    asked.length = 0;
    const { data } = await list.page(2, 10, signal);
    assert.equal(data[0]?.external_id, `c${count - 10}`);
    assert.deepEqual(asked.toSorted(), asks);
  });

  test(`contacts added and removed between two pages of ${count}, listed ${listed}, are noticed`, async () => {
    const { server, client } = serviceOf(count, listed);
    const list = new ContactList(client);
    const first = async () => (await list.page(1, 10, signal)).data.map(({ external_id }) => external_id);
    await first();
    if (listed === 'oldest first') server.contacts.push(person(count + 1), person(count + 2));
    else server.contacts.unshift(person(count + 2), person(count + 1));
    const ids = Array.from({ length: 10 }, (_, i) => `c${count + 2 - i}`);
    assert.deepEqual(await first(), ids);
    server.contacts.splice(0);
    assert.deepEqual(await first(), []);
  });
}

test('another page size starts at the newest contact', async () => {
  for (const listed of ['oldest first', 'newest first'] as const) {
    const list = new ContactList(clientOf(57, listed));
    await list.page(3, 10, signal);
    const { data, pages } = await list.page(1, 50, signal);
    assert.deepEqual([data.length, data[0]?.external_id, pages.total_pages], [50, 'c57', 2]);
  }
});

test('the order is checked again once contacts of another second exist', async () => {
  const { server, client } = serviceOf(0, 'newest first');
  server.contacts.push(...[1, 2].map(n => ({ ...person(n), created_at: 1_700_000_000 })));
  const list = new ContactList(client);
  await list.page(1, 10, signal);
  server.contacts.unshift(person(3));
  assert.equal((await list.page(1, 10, signal)).data[0]?.external_id, 'c3');
});
