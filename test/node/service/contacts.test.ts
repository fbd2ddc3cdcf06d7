import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Contact } from '../../../src/protocol/contacts.ts';
import { onEachEngine } from './engines.ts';
import type { Harness } from './harness.ts';

const batch = (prefix: string, count: number): { external_id: string; email: string }[] =>
  Array.from({ length: count }, (_, i) => ({
    external_id: `${prefix}-${i}`,
    email: `${prefix}${i}@shop.example`,
  }));

interface Stored {
  external_id: string;
  payment_accounts: object[];
  custom_attributes: object;
}

onEachEngine('contacts', start => {
  let harness: Harness;
  const create = (users: unknown): Promise<Response> =>
    harness.send(`/v2/chatbots/${harness.agentId}/contacts`, { method: 'POST', body: { users } });
  const list = async (query = ''): Promise<{ data: Stored[]; total: number }> =>
    (await harness.send(`/v2/chatbots/${harness.agentId}/contacts${query}`)).json() as never;

  before(async () => {
    harness = await start();
  });
  after(() => harness.end());

  test('of 50 simultaneous batches with the same emails exactly one is created, as a whole', async () => {
    const before = (await list()).total;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        create(batch('same', 20).map(user => ({ ...user, external_id: `${user.external_id}-${n}` }))),
      ),
    );
    const statuses = answers.map(answer => answer.status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 49 }, () => 409)]);
    assert.equal((await list()).total, before + 20);
  });

  test('a visitor is answered between the batches of an import, and does not wait for all of them', async () => {
    const { service, workspaceId } = harness;
    const { id } = await service.management.createAgent({ workspaceId });
    let created = 0;
    const batches = Array.from({ length: 50 }, async (_, n) => {
      const body = { users: batch(`import-${n}-`, 100) };
      const answer = await harness.send(`/v2/chatbots/${id}/contacts`, { method: 'POST', body });
      assert.equal(answer.status, 201);
      created++;
    });
    await Promise.race(batches);
    await harness.ask('Hello');
    assert.ok(created < 30, `${created} of 50 batches came first`);
    await Promise.all(batches);
  });

  test('a visitor updates their own contact; anybody else, and another’s address, is a conflict', async () => {
    const own = (user: object): Promise<Response> =>
      harness.send(`/v2/chatbots/${harness.agentId}/contacts`, {
        method: 'POST',
        body: { users: [user] },
        headers: { 'X-Agent-Contact': 'own' },
      });
    const kim = {
      external_id: 'kim',
      name: 'Kim',
      email: 'kmi@shop.example',
      custom_attributes: { plan: 'a' },
    };
    assert.equal((await own(kim)).status, 201);
    assert.equal((await create([{ external_id: 'lee', email: 'lee@shop.example' }])).status, 201);
    const { total } = await list();
    const corrected = {
      external_id: 'kim',
      email: 'kim@shop.example',
      custom_attributes: { plan: 'b', size: 4 },
    };
    assert.equal((await create([corrected])).status, 409);
    assert.equal((await own(corrected)).status, 201);
    assert.equal((await own({ external_id: 'kim', email: 'LEE@shop.example' })).status, 409);
    const { data, total: after } = await list(`?page=1&per_page=100`);
    assert.equal(after, total);
    const stored = data.find(({ external_id }) => external_id === 'kim') as unknown as Contact;
    assert.deepEqual(
      [stored.name, stored.email, stored.custom_attributes],
      ['Kim', 'kim@shop.example', { plan: 'a', size: 4 }],
    );
    assert.equal((await create([{ external_id: 'other', email: 'kmi@shop.example' }])).status, 201);
    // Each correction is small enough, but not all of them together.
    const grown = { external_id: 'kim', custom_attributes: { first: 'x'.repeat(60_000) } };
    assert.equal((await own(grown)).status, 201);
    const more = await own({ external_id: 'kim', custom_attributes: { second: 'x'.repeat(60_000) } });
    assert.equal(more.status, 413);
  });

  test('a refusal names the entries in conflict, first, last and inside the batch', async () => {
    assert.equal((await create(batch('known', 2))).status, 201);
    const users = [
      { external_id: 'known-0' },
      { external_id: 'new-1' },
      { external_id: 'new-2', email: ' KNOWN1@shop.example ' },
    ];
    const answer = await create(users);
    assert.equal(answer.status, 409);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, 'conflict');
    assert.match(error.message, /users\.0\.external_id "known-0"/);
    assert.match(error.message, /users\.2\.email/);
    assert.doesNotMatch(error.message, /users\.1/);
  });

  test('a refusal names existing contacts together with duplicates in the batch', async () => {
    assert.equal((await create(batch('there', 1))).status, 201);
    const users = [
      { external_id: 'there-0' },
      { external_id: 'twice', email: 'THERE0@shop.example' },
      { external_id: 'twice', email: 'there0@shop.example' },
    ];
    const answer = await create(users);
    assert.equal(answer.status, 409);
    const { error } = (await answer.json()) as { error: { message: string } };
    assert.deepEqual(error.message.match(/users\.\d\.\w+/g), [
      'users.0.external_id',
      'users.1.email',
      'users.2.external_id',
      'users.2.email',
    ]);
  });

  test('the same rules apply to a program that creates contacts without a request', async () => {
    const before = (await list()).total;
    const { management } = harness.service;
    const wrong: [object[], RegExp][] = [
      [[], /^users: must have 1 to 1000 entries/],
      [batch('program', 1001), /^users: must have 1 to 1000 entries/],
      [[{ external_id: 'good' }, { name: 'bad' }], /^users\.1\.external_id: /],
      [[{ external_id: 'good', email: 'nobody' }], /^users\.0\.email: /],
    ];
    for (const [contacts, message] of wrong) {
      const created = management.createContacts(harness.agentId, contacts as never);
      await assert.rejects(created, { code: 'invalid_request', message });
    }
    assert.equal((await list()).total, before);
  });

  test('a contact so large that a page of a thousand could not be listed is refused with its batch', async () => {
    const before = (await list()).total;
    const sized = (bytes: number): object => {
      const contact = { external_id: `sized-${bytes}`, custom_attributes: { note: '' } };
      contact.custom_attributes.note = 'x'.repeat(bytes - JSON.stringify(contact).length);
      return contact;
    };
    const refused = await create([{ external_id: 'small' }, sized(65_537)]);
    assert.equal(refused.status, 413);
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, 'payload_too_large');
    assert.match(error.message, /^users\.1: /);
    assert.equal((await list()).total, before);
    assert.equal((await create([sized(65_536)])).status, 201);
  });

  test('pages stay in the order created while others write', async () => {
    const order = async (): Promise<string[]> => {
      const ids: string[] = [];
      for (let page = 1; page <= 4; page++) {
        ids.push(...(await list(`?per_page=10&page=${page}`)).data.map(contact => contact.external_id));
      }
      return ids;
    };
    await create(batch('paged', 45));
    const [first, second] = await Promise.all([
      order(),
      Promise.all(Array.from({ length: 20 }, (_, n) => create(batch(`meanwhile${n}`, 3)))).then(order),
    ]);
    assert.equal(new Set(first).size, 40);
    assert.deepEqual(first, second);
  });

  test('hostile names of fields and values are stored unchanged, without side effects', async () => {
    const attributes = '{"constructor":{"prototype":{"polluted":1}},"a\'b":"\\u0000;--"}';
    const accounts = '[{"label":"main","constructor":"Acme"}]';
    const body = `{"users":[{"external_id":"__proto__","role":"owner","__proto__":{"isAdmin":true},"custom_attributes":${attributes},"payment_accounts":${accounts}}]}`;
    const answer = await harness.send(`/v2/chatbots/${harness.agentId}/contacts`, { method: 'POST', body });
    assert.equal(answer.status, 201);
    assert.equal(({} as Record<string, unknown>).isAdmin, undefined);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    const text = await answer.text();
    assert.ok(!text.includes('owner'));
    const { data } = await list('?per_page=1000');
    const kept = data.find(contact => contact.external_id === '__proto__');
    assert.equal(JSON.stringify(kept?.custom_attributes), attributes);
    assert.equal(JSON.stringify(kept?.payment_accounts), accounts);
    assert.equal((await create([{ external_id: 'toString' }])).status, 201);
  });

  test('an attribute called __proto__ is refused by name, wherever it is, and never lost silently', async () => {
    const { total } = await list();
    for (const [field, value] of [
      ['custom_attributes', '{"tier":"gold","__proto__":{"isAdmin":true}}'],
      ['custom_attributes', '{"crm":[{"__proto__":1}]}'],
      ['payment_accounts', '[{"label":"main","__proto__":{"isAdmin":true}}]'],
    ] as const) {
      const body = `{"users":[{"external_id":"fine"},{"external_id":"misleading","${field}":${value}}]}`;
      const answer = await harness.send(`/v2/chatbots/${harness.agentId}/contacts`, { method: 'POST', body });
      assert.equal(answer.status, 400);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      assert.equal(error.code, 'invalid_request');
      assert.equal(error.message, `users.1.${field}: must hold no field called __proto__`);
    }
    assert.equal((await list()).total, total);
    assert.equal(({} as Record<string, unknown>).isAdmin, undefined);
  });

  test('deleting a person, by email or id, leaves only an empty contact', async () => {
    const { management } = harness.service;
    const gone = {
      external_id: 'gone',
      email: 'Gone@Shop.example',
      name: 'Gone Away',
      phonenumber: '+49 30 1234567',
      custom_attributes: { size: 'gone' },
      payment_accounts: [{ provider: 'stripe', account: 'gone' }],
    };
    assert.equal((await create([gone, { external_id: 'stays', email: 'stays@shop.example' }])).status, 201);
    const { total } = await list();
    assert.equal(await management.deleteContact(harness.agentId, ' gone@shop.example'), 1);
    assert.equal(await management.deleteContact(harness.agentId, 'gone@shop.example'), 0);
    const left: Contact[] = [];
    for await (const contact of management.contacts(harness.agentId)) left.push(contact);
    assert.equal(left.length, total);
    const [empty, other] = left.slice(-2);
    assert.equal(empty!.external_id, `deleted-${empty!.id}`);
    assert.doesNotMatch(JSON.stringify(empty), /gone/i);
    assert.equal(other!.external_id, 'stays');
    assert.equal((await create([gone])).status, 201);
    assert.equal(await management.deleteContact(harness.agentId, 'gone'), 1);
    await assert.rejects(management.deleteContact('no-agent', 'gone'), { code: 'not_found' });
  });

  test('a page given twice is refused by the name of its parameter', async () => {
    for (const [query, field] of [
      ['?page=1&page=2', 'page'],
      ['?per_page=10&page=1&per_page=10', 'per_page'],
    ] as const) {
      const answer = await harness.send(`/v2/chatbots/${harness.agentId}/contacts${query}`);
      assert.equal(answer.status, 400, query);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      assert.deepEqual(error, { code: 'invalid_request', message: `${field}: must be given once` });
    }
  });

  test('the error for an unknown method names the allowed ones', async () => {
    for (const [path, possible] of [
      [`/v2/chatbots/${harness.agentId}/contacts`, 'GET, POST'],
      ['/healthz', 'GET'],
      ['/readyz', 'GET'],
    ] as const) {
      const answer = await harness.send(path, { method: 'DELETE' });
      assert.equal(answer.status, 405, path);
      assert.equal(answer.headers.get('allow'), possible);
      const { error } = (await answer.json()) as { error: { message: string } };
      assert.equal(error.message, `This method is not allowed here. Allowed: ${possible}.`);
    }
  });

  test('created contacts survive a restart of the service', async () => {
    const { total } = await list();
    await harness.restart();
    assert.equal((await list()).total, total);
  });
});
