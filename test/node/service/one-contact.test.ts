import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contact } from '../../../src/protocol/contacts.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { ADMIN } from '../proxy/harness.ts';
import { onEachEngine } from './engines.ts';
import { KEY } from './harness.ts';

const KIM = {
  external_id: 'kim-7',
  name: 'Kim',
  email: 'kim@shop.example',
  payment_accounts: [{ label: 'main' }],
  custom_attributes: { size: 7 },
};

onEachEngine('one contact', start => {
  test('is changed field by field, keeps its place, and is deleted, through the proxy with the admin token', async t => {
    const harness = await start();
    const proxy = createProxy({
      baseUrl: 'https://service.test',
      apiKey: KEY,
      adminToken: ADMIN,
      fetch: (url, init) => harness.service.fetch(new Request(url as string, init as RequestInit)),
    });
    t.after(async () => {
      await proxy.close({ graceMs: 0 });
      await harness.end();
    });
    const path = `/v2/chatbots/${harness.agentId}/contacts`;
    const ask = (method: string, below: string, body?: object, token = ADMIN): Promise<Response> =>
      proxy(
        new Request(`https://chat.example${path}${below}`, {
          method,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
    const list = async (): Promise<Contact[]> => {
      const response = await ask('GET', '');
      return ((await response.json()) as { data: Contact[] }).data;
    };
    const refusal = async (response: Response): Promise<[number, string]> => [
      response.status,
      ((await response.json()) as { error: { message: string } }).error.message,
    ];
    const users = [KIM, { external_id: 'bo-2', email: 'bo@shop.example' }];
    assert.equal((await ask('POST', '', { users })).status, 201);
    const [kim] = (await list()) as [Contact, Contact];

    const changed = await ask('POST', `/${kim.id.toUpperCase()}`, {
      ...{ name: null, phonenumber: '+43 1 234', custom_attributes: { city: 'Graz' } },
    });
    assert.equal(changed.status, 200);
    const [first, second] = await list();
    assert.deepEqual(
      { ...first, updated_at: 0 },
      {
        ...kim,
        ...{ name: null, phonenumber: '+43 1 234', custom_attributes: { city: 'Graz' }, updated_at: 0 },
      },
    );
    assert.equal(second!.external_id, 'bo-2');
    assert.equal((await ask('POST', `/${kim.id}`, { email: 'KIM@shop.example' })).status, 200, 'its own');

    for (const [body, status, message] of [
      [{ email: 'Bo@Shop.example' }, 409, 'email: exists already'],
      [{ external_id: 'bo-2' }, 409, 'external_id: exists already'],
      [{ email: 'bo' }, 400, 'email: must be an email address'],
      [{ external_id: null }, 400, 'external_id: must be a string'],
      [{ custom_attributes: 'x' }, 400, 'custom_attributes: must be an object'],
      [{}, 400, /^body: must have one of external_id, name, email/],
      [[], 400, 'body: must be an object'],
    ] as const) {
      const [got, said] = await refusal(await ask('POST', `/${kim.id}`, body));
      assert.equal(got, status, JSON.stringify(body));
      if (typeof message === 'string') assert.equal(said, message);
      else assert.match(said, message);
    }
    assert.equal((await ask('POST', `/${kim.id}`, { name: 'x' }, 'wrong')).status, 401);
    assert.equal((await ask('DELETE', `/${kim.id}`, undefined, 'wrong')).status, 401);
    for (const id of ['kim-7', crypto.randomUUID()]) {
      assert.equal((await ask('POST', `/${id}`, { name: 'x' })).status, 404);
      assert.equal((await ask('DELETE', `/${id}`)).status, 404);
    }
    assert.deepEqual(await (await ask('DELETE', `/${kim.id}`)).json(), { data: { deleted: 1 } });
    const [gone] = await list();
    assert.deepEqual(
      [gone!.external_id, gone!.name, gone!.email, gone!.custom_attributes],
      [`deleted-${kim.id}`, null, null, {}],
    );
    const again = await ask('POST', '', { users: [KIM] });
    assert.equal(again.status, 201, 'the address is free');
  });
});
