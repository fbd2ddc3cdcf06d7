import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdminClient } from '../../../src/elements/admin/admin-client.ts';
import { findContacts } from '../../../src/elements/admin/contacts/find-contacts.ts';
import { NewestFirst } from '../../../src/elements/admin/contacts/newest-first.ts';
import { ADMIN_TOKEN, AdminServer, AGENT_ID } from '../../fakes/admin-server.ts';

const { signal } = new AbortController();

/** Contacts `c1`, `c2` … created one after the other, listed so by a service or the other way around. */
function clientOf(count: number, listed: 'oldest first' | 'newest first'): AdminClient {
  const server = new AdminServer();
  const created = Array.from({ length: count }, (_, i) => ({
    external_id: `c${i + 1}`,
    name: `Person ${i + 1}`,
    created_at: 1_700_000_000 + i,
  }));
  server.contacts.push(...(listed === 'oldest first' ? created : created.reverse()));
  const client = new AdminClient({ endpoint: 'http://admin.test', agentId: AGENT_ID, fetch: server.fetch });
  client.useToken(ADMIN_TOKEN);
  return client;
}

for (const listed of ['oldest first', 'newest first'] as const) {
  test(`an owner turns through all contacts, the newest on top, of a service that lists the ${listed}`, async () => {
    for (const count of [0, 1, 9, 10, 11, 20, 27]) {
      const list = new NewestFirst(clientOf(count, listed));
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

  test(`finds the newest first, and stops at a thousand, at a service that lists the ${listed}`, async () => {
    const found = await findContacts(clientOf(2300, listed), 'person', signal);
    assert.equal(found.length, 1000);
    assert.deepEqual([found[0]?.external_id, found.at(-1)?.external_id], ['c2300', 'c1301']);
  });
}

test('contacts of one import, created in the same second, are taken for listed as they were created', async () => {
  const server = new AdminServer();
  for (let i = 1; i <= 12; i++) server.contacts.push({ external_id: `c${i}` });
  const client = new AdminClient({ endpoint: 'http://admin.test', agentId: AGENT_ID, fetch: server.fetch });
  client.useToken(ADMIN_TOKEN);
  const { data } = await new NewestFirst(client).page(2, 10, signal);
  assert.deepEqual(
    data.map(contact => contact.external_id),
    ['c2', 'c1'],
  );
});

test('a page that is gone since it was turned to is the last there is', async () => {
  const { data, pages } = await new NewestFirst(clientOf(12, 'oldest first')).page(5, 10, signal);
  assert.deepEqual([pages.page, data.at(-1)?.external_id], [2, 'c1']);
});
