import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPostgres, withoutPostgres } from '../../../scripts/servers.ts';
import {
  defaultSettings,
  mergeSettings,
  type Settings,
  type SettingsPatch,
} from '../../../src/protocol/settings.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY, refuse, startUpstream } from '../../fakes/upstream.ts';
import { ADMIN, AGENT, around, errorCode, setUp, until, visitorToken } from './harness.ts';

const AS_ADMIN = { Authorization: `Bearer ${ADMIN}` };
const PUBLIC = `/api/v2/agents/${AGENT}/settings`;
const PRIVATE = `/v2/chatbots/${AGENT}/settings`;

test('changed settings reach the service first and the next visitor at once', async t => {
  const { ask, change, upstream } = await setUp(t);
  const response = await change({
    name: 'Ada',
    instructions: 'secret-instructions',
    styles: { theme: 'dark' },
  });
  assert.equal(response.status, 202);
  assert.deepEqual(upstream.seen[0]?.body, {
    chatbotId: AGENT,
    name: 'Ada',
    instructions: 'secret-instructions',
    styles: { theme: 'dark' },
  });
  assert.equal(upstream.seen[0]?.headers.authorization, `Bearer ${KEY}`);
  const seen = await ask(PUBLIC);
  const text = await seen.text();
  assert.ok(!text.includes('secret-instructions'));
  const { data } = JSON.parse(text) as { data: { name: string; styles: { theme: string; radius: string } } };
  assert.deepEqual([data.name, data.styles.theme, data.styles.radius], ['Ada', 'dark', 'medium']);
});

test('unchanged settings cost a 304, changed ones their body', async t => {
  const { ask, change } = await setUp(t);
  const first = await ask(PUBLIC);
  const etag = first.headers.get('ETag') ?? '';
  assert.equal(first.headers.get('Cache-Control'), 'no-cache');
  const again = await ask(PUBLIC, { headers: { 'If-None-Match': etag } });
  assert.equal(again.status, 304);
  assert.equal(await again.text(), '');
  await change({ name: 'Ada' });
  assert.equal((await ask(PUBLIC, { headers: { 'If-None-Match': etag } })).status, 200);
});

test('settings that the service refuses are not stored', async t => {
  const { ask, change, upstream } = await setUp(t);
  upstream.onService((_, response) => refuse(response, 500));
  assert.equal((await change({ name: 'Ada' })).status, 502);
  const { data } = (await (await ask(PUBLIC)).json()) as { data: { name: string } };
  assert.equal(data.name, 'Assistant');
});

test('the error names a wrong setting with its rule, and nothing is sent', async t => {
  const { change, upstream } = await setUp(t);
  for (const [patch, words] of [
    [{ temp: 2 }, /^temp: must be a number from 0 to 1/],
    [{ styles: { buttonColor: 'red;}*{display:none}' } }, /^styles\.buttonColor: must be a CSS colour/],
    [{ isAdmin: true }, /^isAdmin: is not a setting/],
    [JSON.parse('{"__proto__":{"polluted":1}}'), /__proto__/],
    [{ allowedDomains: ['*'] }, /^allowedDomains: entry 1/],
  ] as const) {
    const response = await change(patch);
    assert.equal(response.status, 400);
    const { error } = (await response.json()) as { error: { message: string } };
    assert.match(error.message, words);
  }
  assert.equal(upstream.seen.length, 0);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test('of two admins who change the same version one gets a conflict, and the history keeps both', async t => {
  const { ask, change } = await setUp(t);
  await change({ name: 'One' });
  const read = await ask(PRIVATE, { headers: AS_ADMIN });
  const etag = read.headers.get('ETag') ?? '';
  assert.equal((await change({ name: 'Two' }, { 'If-Match': etag })).status, 202);
  const late = await change({ name: 'Three' }, { 'If-Match': etag });
  assert.equal(late.status, 409);
  assert.equal(await errorCode(late), 'conflict');
  const history = await ask(`${PRIVATE}/history`, { headers: AS_ADMIN });
  const { data } = (await history.json()) as { data: { version: number; settings: { name: string } }[] };
  assert.deepEqual(
    data.map(({ version, settings }) => [version, settings.name]),
    [
      [2, 'Two'],
      [1, 'One'],
    ],
  );
});

test('a change without an effect keeps the version that others work on', async t => {
  const { change } = await setUp(t);
  const etag = (await change({ name: 'One' })).headers.get('ETag') ?? '';
  const nothing = await change({});
  assert.deepEqual([nothing.status, nothing.headers.get('ETag')], [202, etag]);
  assert.equal((await change({ name: 'Two' }, { 'If-Match': etag })).status, 202);
});

test('a change can be made on any version, but not on an invalid one', async t => {
  const { change } = await setUp(t);
  await change({ name: 'One' });
  assert.equal((await change({ name: 'Two' }, { 'If-Match': '*' })).status, 202);
  const nameless = await change({ name: 'Three' }, { 'If-Match': 'the last one' });
  assert.deepEqual([nameless.status, await errorCode(nameless)], [400, 'invalid_request']);
});

for (const [how, headers, statuses, answered] of [
  ['one of which is refused', { 'If-Match': '"v1"' }, [202, 409], [0, 1]],
  ['both of which are kept', {}, [202, 202], [1, 0]],
] as const) {
  test(`the service has the settings that the owner sees after two simultaneous changes, ${how}`, async t => {
    const { ask, change, upstream } = await setUp(t);
    let followed: Settings = { ...defaultSettings(), rateLimit: null };
    const held: (() => void)[] = [];
    upstream.onService(({ body }, response) => {
      const { chatbotId, ...patch } = body as { chatbotId: string } & SettingsPatch;
      followed = mergeSettings(followed, patch);
      const accept = (): void => {
        response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"message":"ok"}');
      };
      // Both have been taken before either is answered.
      if (patch.name !== undefined || held.length === 2) accept();
      else if (held.push(accept) === 2) for (const i of answered) held[i]!();
    });
    await change({ name: 'One' });
    const both = await Promise.all(
      [{ messages: 1 }, null].map((rateLimit, i) =>
        change(
          { instructions: `${i}`, temp: i, rateLimit, styles: { theme: ['dark', 'light'][i] } },
          headers,
        ),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), statuses);
    const { data } = (await (await ask(PRIVATE, { headers: AS_ADMIN })).json()) as {
      data: { settings: Settings };
    };
    assert.deepEqual(data.settings, followed);
  });
}

test('the service gets a third change that is made while the second is sent again', async t => {
  const { ask, change, upstream } = await setUp(t);
  let followed: Settings = { ...defaultSettings(), rateLimit: null };
  const held: (() => void)[] = [];
  upstream.onService(({ body }, response) => {
    const { chatbotId, ...patch } = body as { chatbotId: string } & SettingsPatch;
    held.push(() => {
      followed = mergeSettings(followed, patch);
      response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"message":"ok"}');
    });
  });
  /** Has the service take what it is told as number `n`. */
  const take = async (n: number): Promise<void> => {
    await until(() => held.length > n, `the service is told ${n + 1} times`);
    held[n]!();
  };
  const two = [change({ temp: 0.1 }), change({ temp: 0.2 })];
  await until(() => held.length === 2, 'both are told');
  await take(1);
  await Promise.race(two);
  await take(0);
  await until(() => held.length === 3, 'the one that came too late is told again');
  const third = change({ temp: 0.3 });
  await take(3);
  assert.equal((await third).status, 202);
  await take(2);
  await take(4);
  for (const { status } of await Promise.all(two)) assert.equal(status, 202);
  const { data } = (await (await ask(PRIVATE, { headers: AS_ADMIN })).json()) as {
    data: { settings: Settings };
  };
  assert.equal(data.settings.temp, 0.3);
  assert.deepEqual(followed, data.settings);
});

for (const [engine, without] of [
  ['SQLite', false],
  ['PostgreSQL', withoutPostgres()],
] as const) {
  test(`settings, counts and ratings survive a restart in ${engine}`, { skip: without }, async t => {
    const dataDir = mkdtempSync(join(tmpdir(), 'agent-chat-proxy-'));
    const postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined;
    const store = postgres ? { databaseUrl: postgres.url } : { dataDir };
    const upstream = await startUpstream();
    t.after(async () => {
      await upstream.close();
      await postgres?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const options = { baseUrl: upstream.url, apiKey: KEY, adminToken: ADMIN, creditsPerMonth: 10, ...store };
    const first = createProxy(options);
    const { chat, change, ask } = around(upstream, first);
    await change({ name: 'Ada' });
    const reply = await chat({ message: 'hi' });
    const { data: said } = (await reply.json()) as {
      data: { id: string; metadata: { conversationId: string } };
    };
    const vote = (value: string, token: string): Promise<Response> =>
      ask(`/api/v2/agents/${AGENT}/feedback`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Visitor-Token': token },
        body: JSON.stringify({
          messageId: said.id,
          conversationId: said.metadata.conversationId,
          value,
          reason: `because ${value}`,
        }),
      });
    assert.equal((await vote('up', visitorToken(reply))).status, 204);
    assert.equal((await vote('down', visitorToken(reply))).status, 204);
    const stranger = visitorToken(await chat({ message: 'hi' }));
    assert.equal((await vote('up', stranger)).status, 404);
    await first.close({ graceMs: 0 });

    const second = createProxy(options);
    t.after(() => second.close({ graceMs: 0 }));
    const { ask: askAgain } = around(upstream, second);
    const record = await askAgain(PRIVATE, { headers: AS_ADMIN });
    const { data } = (await record.json()) as { data: { version: number; settings: { name: string } } };
    assert.deepEqual([data.version, data.settings.name], [1, 'Ada']);
    const usage = await askAgain(`/v2/chatbots/${AGENT}/usage`, { headers: AS_ADMIN });
    const report = ((await usage.json()) as { data: Record<string, unknown> }).data;
    const [day] = report.days as { requests: number; replies: number; credits: number }[];
    assert.deepEqual([day?.requests, day?.replies, day?.credits], [2, 2, 2]);
    const metrics = await askAgain('/metrics', { headers: AS_ADMIN });
    assert.match(await metrics.text(), /^agent_chat_proxy_credits_left 8$/m);
    const { up, down, reasons } = report.feedback as {
      up: number;
      down: number;
      reasons: { reason: string }[];
    };
    assert.deepEqual([up, down, reasons[0]?.reason], [0, 1, 'because down']);
  });
}

test('the admin routes are closed without the token, and always if there is none', async t => {
  const closed = await setUp(t, { adminToken: undefined });
  const open = await setUp(t);
  const routes: [string, string][] = [
    ['GET', PRIVATE],
    ['GET', `${PRIVATE}/history`],
    ['POST', '/v2/chatbots/settings'],
    ['GET', `/v2/chatbots/${AGENT}/contacts`],
    ['GET', `/v2/chatbots/${AGENT}/usage`],
    ['GET', '/metrics'],
  ];
  const visitor = visitorToken(await open.chat({ message: 'hi' }));
  const before = open.upstream.seen.length;
  for (const [method, path] of routes) {
    const headers = { 'Content-Type': 'application/json' };
    const body = method === 'POST' ? { body: JSON.stringify({ chatbotId: AGENT, name: 'x' }) } : {};
    for (const credentials of [
      {},
      { Authorization: 'Bearer ' },
      { Authorization: `Bearer ${ADMIN}x` },
      { Authorization: `Bearer ${ADMIN.slice(1)}` },
      { Authorization: `Basic ${ADMIN}` },
      { Authorization: `Bearer ${visitor}` },
      { 'X-Visitor-Token': visitor },
    ]) {
      const response = await open.ask(path, { method, headers: { ...headers, ...credentials }, ...body });
      assert.equal(response.status, 401, `${method} ${path}`);
    }
    const response = await closed.ask(path, { method, headers: { ...headers, ...AS_ADMIN }, ...body });
    assert.equal(response.status, 401, `${method} ${path}`);
  }
  assert.equal(open.upstream.seen.length, before);
  assert.equal(closed.upstream.seen.length, 0);
});

test('the host’s own check opens the admin routes', async t => {
  const { ask } = await setUp(t, { authorize: request => request.headers.get('Cookie') === 'staff=1' });
  assert.equal((await ask(PRIVATE, { headers: { Cookie: 'staff=1' } })).status, 200);
  assert.equal((await ask(PRIVATE, { headers: { Cookie: 'staff=0' } })).status, 401);
});

test('the host’s own check opens nothing unless it returns true or a name', async t => {
  const verdicts: unknown[] = [new Response(null, { status: 401 }), { staff: false }, 'no', 1, () => false];
  const { ask } = await setUp(t, { authorize: () => verdicts[0] as boolean });
  while (verdicts.length > 0) assert.equal((await ask(PRIVATE)).status, 401, String(verdicts.shift()));
});

test('none of many instances fails that start at once on a new PostgreSQL database', {
  skip: withoutPostgres(),
}, async t => {
  const server = await startPostgres();
  const instances = Array.from({ length: 6 }, () =>
    createProxy({ baseUrl: 'http://127.0.0.1:1', apiKey: KEY, databaseUrl: server.url }),
  );
  t.after(async () => {
    for (const proxy of instances) await proxy.close({ graceMs: 0 });
    await server.stop();
  });
  await Promise.all(instances.map(proxy => proxy.ready()));
});

test('neither public settings nor refusals name the owner’s other sites', async t => {
  const { ask, change } = await setUp(t);
  await change({ allowedDomains: ['shop.example', 'secret-project.example', '*.customers.example'] });
  for (const origin of ['https://shop.example', 'https://elsewhere.example']) {
    const headers = { Origin: origin };
    for (const init of [{ headers }, { headers, method: 'OPTIONS' }]) {
      const answer = await ask(`/api/v2/agents/${AGENT}/settings`, init);
      const said = `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
      assert.doesNotMatch(said, /secret-project|customers|allowedDomains/);
    }
  }
});
