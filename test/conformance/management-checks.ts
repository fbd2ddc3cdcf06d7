import assert from 'node:assert/strict';
import { assertRefused, type Check } from './checks.ts';
import type { Answer, Target } from './target.ts';

interface Page {
  data: { id: string; external_id: string; [field: string]: unknown }[];
  total: number;
  pages: { page: number; per_page: number; total_pages: number };
}

export const MANAGEMENT_CHECKS: readonly Check[] = [
  {
    section: '4.2',
    promise: 'contacts are created with what was given, and listed with all of it',
    async run(target) {
      const contact = {
        external_id: fresh(),
        name: 'Zoë Ünlü',
        email: `${fresh()}@shop.example`,
        phonenumber: '+44 20 7946 0000',
        payment_accounts: [{ label: 'main', payment_id: 'p-1', payment_email: 'pay@shop.example' }],
        custom_attributes: { plan: 'gold', nested: { list: [1, null, 'x'] } },
      };
      const { data } = created(await target.createContacts({ users: [contact] }));
      const { phonenumber, payment_accounts, ...returned } = contact;
      const { id, created_at, updated_at, ...rest } = data[0]!;
      assert.deepEqual(rest, returned);
      assert.ok(Math.abs(Number(created_at) - Date.now() / 1000) < 60, 'times are Unix seconds');
      const listed = (await lastPage(target)).data.at(-1);
      assert.deepEqual(listed, { ...returned, id, created_at, updated_at, phonenumber, payment_accounts });
    },
  },
  {
    section: '4.2',
    promise: '1000 contacts go in one request; 0 and 1001 do not',
    async run(target) {
      const { data } = created(await target.createContacts({ users: many(1000) }));
      assert.equal(data.length, 1000);
      assert.equal(new Set(data.map(contact => contact.id)).size, 1000);
      assertRefused(await target.createContacts({ users: [] }), 400);
      assertRefused(await target.createContacts({ users: many(1001) }), 400);
      assertRefused(await target.createContacts({}), 400);
    },
  },
  {
    section: '4.2',
    promise: 'an external_id or email that exists, or occurs twice, refuses the whole batch',
    async run(target) {
      const email = `${fresh()}@shop.example`;
      const known = { external_id: fresh(), email };
      created(await target.createContacts({ users: [known] }));
      const before = (await page(target)).total;
      const twice = { external_id: fresh() };
      const batches = [
        [{ external_id: known.external_id }, ...many(3)],
        [...many(3), { external_id: fresh(), email }],
        [...many(2), { external_id: fresh(), email: ` ${email.toUpperCase()} ` }, ...many(2)],
        [twice, ...many(2), twice],
        [
          { external_id: fresh(), email: 'Jose\u0301@shop.example' },
          { external_id: fresh(), email: 'jos\u00e9@shop.example' },
        ],
      ];
      for (const users of batches) assertRefused(await target.createContacts({ users }), 409);
      assert.equal((await page(target)).total, before, 'nothing of a refused batch was created');
    },
  },
  {
    section: '4.2',
    promise: 'a bad contact among good ones refuses all, naming row and field',
    async run(target) {
      const before = (await page(target)).total;
      const wrong = [{ external_id: 7 }, {}, { external_id: '' }, { external_id: fresh(), email: 'nobody' }];
      for (const bad of wrong) {
        const message = assertRefused(
          await target.createContacts({ users: [...many(2), bad, ...many(2)] }),
          400,
        );
        assert.match(message, /users\.2\./);
      }
      assert.equal((await page(target)).total, before);
    },
  },
  {
    section: '4.3',
    promise: 'pages follow each other without a gap or a repetition',
    async run(target) {
      created(await target.createContacts({ users: many(25) }));
      const first = await page(target, '?page=1&per_page=10');
      assert.deepEqual(first.pages, { page: 1, per_page: 10, total_pages: Math.ceil(first.total / 10) });
      const seen: string[] = [];
      for (let n = 1; n <= 3; n++) {
        seen.push(...(await page(target, `?page=${n}&per_page=10`)).data.map(contact => contact.id));
      }
      assert.equal(new Set(seen).size, 30 > first.total ? first.total : 30);
      const whole = await page(target, '?page=1&per_page=1000');
      assert.deepEqual(
        whole.data.slice(0, seen.length).map(contact => contact.id),
        seen,
      );
      const beyond = await page(target, `?page=${first.pages.total_pages + 1}&per_page=10`);
      assert.deepEqual(beyond.data, []);
    },
  },
  {
    section: '8',
    promise: 'page and per_page outside their limits are a 400',
    async run(target) {
      for (const query of [
        'page=0',
        'page=-1',
        'page=x',
        'page=1.5',
        'per_page=9',
        'per_page=1001',
        'per_page=',
      ]) {
        assertRefused(await target.listContacts(`?${query}`), 400);
      }
    },
  },
  {
    section: '4.4',
    promise: 'a patch of settings is accepted with 202',
    async run(target) {
      const { agentId: chatbotId } = target.options;
      const patches = [
        { name: 'Conformance' },
        { instructions: 'Be brief.', model: 'some-model', temp: 0.5 },
        { initialMessages: ['Hello'], suggestedQueries: ['What is this?'], placeholder: 'Ask' },
        { styles: { theme: 'dark', buttonColor: '#0b57d0' } },
        { temp: 0 },
        { temp: 1 },
        {},
      ];
      for (const patch of patches) {
        assert.equal(
          (await target.patchSettings({ chatbotId, ...patch })).status,
          202,
          JSON.stringify(patch),
        );
      }
    },
  },
  {
    section: '4.4',
    promise: 'a wrong setting is a 400 that names it',
    async run(target) {
      const { agentId: chatbotId } = target.options;
      const wrong: [string, object][] = [
        ['temp', { temp: 1.1 }],
        ['temp', { temp: -0.1 }],
        ['temp', { temp: '0.5' }],
        ['name', { name: 5 }],
        ['initialMessages', { initialMessages: 'Hello' }],
        ['styles', { styles: 'dark' }],
      ];
      for (const [field, patch] of wrong) {
        assert.match(
          assertRefused(await target.patchSettings({ chatbotId, ...patch }), 400),
          new RegExp(field),
        );
      }
      assertRefused(await target.patchSettings({ name: 'x' }), 400);
    },
  },
  {
    section: '5',
    promise: 'contacts and settings are closed to whoever has no key, and to strangers',
    async run(target) {
      const { agentId: chatbotId, foreignAgentId } = target.options;
      assertRefused(await target.createContacts({ users: many(1) }, { key: 'wrong' }), 401);
      assertRefused(await target.listContacts('', { key: null }), 401);
      assertRefused(await target.patchSettings({ chatbotId, name: 'x' }, { key: null }), 401);
      const agent = crypto.randomUUID();
      assertRefused(await target.listContacts('', { agent }), 404);
      assertRefused(await target.patchSettings({ chatbotId: agent, name: 'x' }), 404);
      if (foreignAgentId) {
        assertRefused(await target.listContacts('', { agent: foreignAgentId }), 403);
        assertRefused(await target.createContacts({ users: many(1) }, { agent: foreignAgentId }), 403);
        assertRefused(await target.patchSettings({ chatbotId: foreignAgentId, name: 'x' }), 403);
      }
    },
  },
];

let counter = 0;
const run = crypto.randomUUID().slice(0, 8);

function fresh(): string {
  return `conformance-${run}-${counter++}`;
}

function many(count: number): { external_id: string; email: string }[] {
  return Array.from({ length: count }, () => ({ external_id: fresh(), email: `${fresh()}@shop.example` }));
}

function created(answer: Answer): Pick<Page, 'data'> {
  assert.equal(answer.status, 201, answer.text.slice(0, 500));
  return answer.body as Page;
}

async function page(target: Target, query = ''): Promise<Page> {
  const answer = await target.listContacts(query);
  assert.equal(answer.status, 200, answer.text.slice(0, 500));
  return answer.body as Page;
}

async function lastPage(target: Target): Promise<Page> {
  const { total } = await page(target, '?per_page=10');
  return page(target, `?per_page=10&page=${Math.ceil(total / 10)}`);
}
