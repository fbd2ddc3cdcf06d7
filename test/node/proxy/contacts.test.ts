import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { KEY, refuse } from '../../fakes/upstream.ts';
import { ADMIN, AGENT, errorCode, setUp, visitorToken } from './harness.ts';

const PATH = `/v2/chatbots/${AGENT}/contacts`;
const JSON_TYPE = { 'Content-Type': 'application/json' };

function lead(users: unknown[], headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify({ users }) };
}

test('a visitor submits their own contact and nobody else’s', async t => {
  const { ask, chat, upstream } = await setUp(t);
  const token = visitorToken(await chat({ message: 'hi' }));
  const typed = { external_id: 'somebody-else', name: 'Ada', email: 'ada@example.com', role: 'admin' };
  const response = await ask(PATH, lead([typed], { 'X-Visitor-Token': token }));
  assert.equal(response.status, 201);
  const sent = upstream.seen[1]?.body as { users: Record<string, unknown>[] };
  assert.equal(sent.users.length, 1);
  const [contact] = sent.users;
  assert.match(String(contact?.external_id), /^[\w-]{22}$/);
  assert.deepEqual([contact?.name, contact?.email, contact?.role], ['Ada', 'ada@example.com', undefined]);
  await ask(PATH, lead([typed], { 'X-Visitor-Token': token }));
  const again = upstream.seen[2]?.body as { users: Record<string, unknown>[] };
  assert.equal(again.users[0]?.external_id, contact?.external_id);
  // So that our own service corrects the first one.
  assert.equal(upstream.seen[2]?.headers['x-agent-contact'], 'own');
});

test('nobody can find out whether an address is known', async t => {
  const { ask, upstream, chat } = await setUp(t);
  const headers = { 'X-Visitor-Token': visitorToken(await chat({ message: 'hi' })) };
  const fresh = await ask(PATH, lead([{ email: 'ada@example.com' }], headers));
  upstream.onService((_, response) => refuse(response, 409));
  const known = await ask(PATH, lead([{ email: 'ada@example.com' }], headers));
  assert.equal(known.status, fresh.status);
  assert.equal(await known.text(), await fresh.text());
});

test('one address can submit a hundred and twenty contacts in ten minutes', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { ask, upstream } = await setUp(t);
  const leave = (remoteAddress?: string): Promise<Response> =>
    ask(PATH, { ...lead([{ email: 'ada@example.com' }]), ...(remoteAddress && { remoteAddress }) });
  for (let i = 0; i < 120; i++) assert.equal((await leave()).status, 201);
  const refused = await leave();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('Retry-After'), '600');
  assert.equal(upstream.seen.length, 120);
  assert.equal((await leave('203.0.113.9')).status, 201, 'from elsewhere');
  assert.equal(
    (await ask(PATH, lead([{ external_id: 'a' }], { Authorization: `Bearer ${ADMIN}` }))).status,
    201,
  );
  t.mock.timers.tick(600_000);
  assert.equal((await leave()).status, 201, 'later');
});

test('no visitor can submit a contact so large that the owner cannot read a page of a thousand', async t => {
  const { ask, upstream } = await setUp(t);
  const numbers = Array.from({ length: 13_000 }, () => '1e15').join();
  const leave = (list: string): Promise<Response> =>
    ask(PATH, {
      method: 'POST',
      headers: JSON_TYPE,
      body: `{"users":[{"name":"Ada","custom_attributes":{"list":[${list}]}}]}`,
    });
  // Written out, each is 16 digits.
  const refused = await leave(numbers);
  assert.equal(refused.status, 413);
  assert.equal(await errorCode(refused), 'payload_too_large');
  assert.equal(upstream.seen.length, 0);
  assert.equal((await leave(numbers.replaceAll('1e15', '1234'))).status, 201);
});

test('a visitor passes the bot check before the contact, and only once', async t => {
  const seen: string[] = [];
  const { ask, chat, upstream } = await setUp(t, {
    botCheck: ({ token }) => {
      seen.push(token);
      return token === 'human';
    },
  });
  const ada = [{ email: 'ada@example.com' }];
  const refused = await ask(PATH, lead(ada, { 'X-Bot-Token': 'robot' }));
  assert.equal(refused.status, 403);
  assert.equal(await errorCode(refused), 'forbidden');
  assert.equal(upstream.seen.length, 0);
  const wrong = await ask(PATH, lead([{ email: 7 }], { 'X-Bot-Token': 'human' }));
  assert.equal(wrong.status, 400, 'a proof is not used up by what cannot be sent');
  const saved = await ask(PATH, lead(ada, { 'X-Bot-Token': 'human' }));
  assert.equal(saved.status, 201);
  const passed = { 'X-Visitor-Token': visitorToken(saved) };
  assert.equal((await chat({ message: 'hi' }, passed)).status, 200);
  assert.equal((await ask(PATH, lead(ada, passed))).status, 201);
  const owner = { Authorization: `Bearer ${ADMIN}` };
  assert.equal((await ask(PATH, lead([{ external_id: 'a' }], owner))).status, 201);
  assert.deepEqual(seen, ['robot', 'human']);
});

test('the error names a wrong field, and nothing is sent', async t => {
  const { ask, upstream } = await setUp(t);
  for (const [users, words] of [
    [[], /^users: must have exactly one entry/],
    [[{}, {}], /^users: must have exactly one entry/],
    [['x'], /^users: must have exactly one entry/],
    [[{ email: 'nonsense' }], /^users\.0\.email: /],
  ] as const) {
    const response = await ask(PATH, lead([...users]));
    assert.equal(response.status, 400);
    assert.match(((await response.json()) as { error: { message: string } }).error.message, words);
  }
  assert.equal(upstream.seen.length, 0);
});

test('the owner can use the whole interface', async t => {
  const { ask, upstream } = await setUp(t);
  const admin = { Authorization: `Bearer ${ADMIN}` };
  const users = [{ external_id: 'a' }, { external_id: 'b', payment_accounts: [{ label: 'x' }] }];
  assert.equal((await ask(PATH, lead(users, admin))).status, 201);
  assert.deepEqual(upstream.seen[0]?.body, { users });
  const list = await ask(`${PATH}?page=2&per_page=10&x=1`, { headers: admin });
  assert.equal(list.status, 200);
  assert.equal(upstream.seen[1]?.url, `${PATH}?page=2&per_page=10`);
  assert.equal((await ask(`${PATH}?per_page=9`, { headers: admin })).status, 400);
  const twice = await ask(`${PATH}?page=1&page=2`, { headers: admin });
  assert.equal(twice.status, 400);
  assert.match(await twice.text(), /page: must be given once/);
  assert.equal(upstream.seen.length, 2);
  upstream.onService((_, response) => refuse(response, 409));
  assert.equal((await ask(PATH, lead(users, admin))).status, 409);
});

test('created contacts are a 201 and a list a 200, whichever success the service returns', async t => {
  const { ask, upstream } = await setUp(t);
  const admin = { Authorization: `Bearer ${ADMIN}` };
  for (const status of [200, 201, 202]) {
    upstream.onService((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"message":"fine","data":[]}');
    });
    assert.equal((await ask(PATH, lead([{ external_id: 'a' }], admin))).status, 201);
    assert.equal((await ask(PATH, { headers: admin })).status, 200);
  }
});

test('an overloaded service’s Retry-After reaches the client', async t => {
  const { ask, change, upstream } = await setUp(t);
  const admin = { Authorization: `Bearer ${ADMIN}` };
  for (const [headers, seconds] of [
    [{ 'Retry-After': '7' }, '7'],
    [{ 'X-RateLimit-Reset': '0' }, '1'],
    [{}, '1'],
  ] as const) {
    upstream.onService((_, response) => void response.writeHead(429, headers).end());
    for (const answer of [
      await ask(PATH, lead([{ email: 'a@b.c' }])),
      await ask(PATH, lead([{ external_id: 'a' }], admin)),
      await ask(PATH, { headers: admin }),
      await change({ name: 'Ada' }),
    ]) {
      assert.deepEqual([answer.status, answer.headers.get('Retry-After')], [429, seconds]);
    }
  }
});

test('an answer that is not JSON, or breaks off, never reaches the owner as contacts', async t => {
  const { ask, upstream } = await setUp(t);
  const admin = { Authorization: `Bearer ${ADMIN}` };
  const answers: ((response: ServerResponse) => void)[] = [
    response => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Log in to the network</p>'),
    response => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":['),
    response => response.writeHead(200).end(),
    response => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '99' }).write('{');
      setImmediate(() => response.destroy());
    },
  ];
  for (const answer of answers) {
    upstream.onService((_, response) => answer(response));
    for (const init of [{ headers: admin }, lead([{ external_id: 'a' }], admin)]) {
      const response = await ask(PATH, init);
      assert.equal(response.status, 502);
      assert.equal(await errorCode(response), 'upstream_unavailable');
    }
  }
});

test('a list of contacts that contains the key reaches nobody, however JSON spells it', async t => {
  const apiKey = 'sk/canary+"5f0c9d1e7b';
  const { ask, upstream } = await setUp(t, { apiKey });
  for (const spell of [(json: string) => json, (json: string) => json.replaceAll('/', '\\/')]) {
    upstream.onService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(spell(JSON.stringify({ message: `Bearer ${apiKey}`, data: [] })));
    });
    assert.equal((await ask(PATH, { headers: { Authorization: `Bearer ${ADMIN}` } })).status, 502);
  }
});

test('the error tells an owner which contacts exist already, in the proxy’s own words', async t => {
  const { ask, upstream } = await setUp(t);
  const admin = { Authorization: `Bearer ${ADMIN}` };
  const users = [{ external_id: 'a' }, { external_id: 'b', email: 'b@example.com' }, { external_id: 'c' }];
  for (const [theirs, ours] of [
    [
      'Taken: users.0.external_id "a", users.1.email "b@example.com" (key sk-canary)',
      'users.0.external_id, users.1.email: exists already',
    ],
    [
      'users.1.email, users.1.email and users.2.name; users.9.email, xusers.2.email',
      'users.1.email: exists already',
    ],
    ['duplicate', 'This exists already.'],
  ]) {
    upstream.onService((_, response) => {
      response.writeHead(409, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'conflict', message: theirs } }));
    });
    const response = await ask(PATH, lead(users, admin));
    assert.equal(response.status, 409);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    assert.deepEqual([error.code, error.message], ['conflict', ours]);
    const lines = await ask(PATH, lead([{ email: 'b@example.com' }]));
    assert.equal(lines.status, 201, 'a visitor is told nothing of it');
  }
});

test('the owner can send 1 to 1000 contacts at once', async t => {
  const { ask, upstream } = await setUp(t);
  const admin = { Authorization: `Bearer ${ADMIN}` };
  const users = (count: number): object[] =>
    Array.from({ length: count }, (_, i) => ({ external_id: `u-${i}` }));
  for (const [count, status] of [
    [0, 400],
    [1, 201],
    [1000, 201],
    [1001, 400],
  ] as const) {
    assert.equal((await ask(PATH, lead(users(count), admin))).status, status, String(count));
  }
  assert.deepEqual(
    upstream.seen.map(({ body }) => (body as { users: unknown[] }).users.length),
    [1, 1000],
  );
});

test('a list that hides the key in a repeated field arrives without it', async t => {
  const { ask, upstream } = await setUp(t);
  upstream.onService((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(`{"data":[{"name":"${KEY}","name":"Ada"}],"total":"${KEY}","total":1}`);
  });
  const list = await ask(PATH, { headers: { Authorization: `Bearer ${ADMIN}` } });
  const text = await list.text();
  assert.ok(!text.includes(KEY), text);
  assert.deepEqual(JSON.parse(text), { data: [{ name: 'Ada' }], total: 1 });
});

test('numbers beyond 2^53 in a list reach the owner with all digits', async t => {
  const { ask, upstream } = await setUp(t);
  const list =
    '{"data":[{"external_id":"u-1","custom_attributes":{"card":12345678901234567890,"rate":0.1234567890123456789,"n":-1.50}}],"total":1}';
  upstream.onService((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(list);
  });
  const answer = await ask(PATH, { headers: { Authorization: `Bearer ${ADMIN}` } });
  assert.equal(await answer.text(), list);
});
