import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startPostgres, withoutPostgres } from '../../../scripts/servers.ts';
import { relayTo } from '../../fakes/half-open-connection.ts';
import { terminateLockWaiters } from '../terminate-lock-waiters.ts';
import { ADMIN, AGENT, setUp, visitorToken } from './harness.ts';

test('a request for settings gets an error when PostgreSQL ends the connections, and the settings a moment later', {
  skip: withoutPostgres(),
}, async t => {
  const server = await startPostgres();
  const { proxy, ask } = await setUp(t, { databaseUrl: server.url });
  await proxy.ready();
  const operator = new pg.Client({ connectionString: server.url });
  await operator.connect();
  t.after(async () => {
    await operator.end();
    await server.stop();
  });

  await operator.query('begin; lock table proxy_settings');
  const atWork = ask(`/api/v2/agents/${AGENT}/settings`);
  await terminateLockWaiters(operator);
  assert.ok((await atWork).status >= 500);
  await operator.query('rollback');
  // The pool may hand out the broken connection once more before it hears of its end.
  let status = 0;
  for (let i = 0; i < 50 && status !== 200; i++) {
    status = (await ask(`/api/v2/agents/${AGENT}/settings`)).status;
  }
  assert.equal(status, 200);
});

test('while PostgreSQL is away, visitors of known agents chat with the settings read last, and others get a Retry-After', {
  skip: withoutPostgres(),
}, async t => {
  const server = await startPostgres();
  const { proxy, ask, chat, change } = await setUp(t, { databaseUrl: server.url });
  await proxy.ready();
  await change({ name: 'Corner Shelf', allowedDomains: ['shop.example'] });
  const settings = (agent: string, headers: Record<string, string> = {}): Promise<Response> =>
    ask(`/api/v2/agents/${agent}/settings`, { headers: { Origin: 'https://shop.example', ...headers } });
  assert.equal((await settings(AGENT)).status, 200);
  await server.stop();

  const kept = await settings(AGENT);
  assert.equal(kept.status, 200);
  assert.equal(((await kept.json()) as { data: { name: string } }).data.name, 'Corner Shelf');
  const answer = await chat({ message: 'Are you there?' }, { Origin: 'https://shop.example' });
  assert.equal(answer.status, 200);
  const { data } = (await answer.json()) as { data: { id: string; metadata: { conversationId: string } } };
  assert.equal((await chat({ message: 'And for me?' }, { Origin: 'https://other.example' })).status, 403);
  const unknown = await settings(crypto.randomUUID());
  assert.equal(unknown.status, 503);
  assert.equal(unknown.headers.get('Retry-After'), '1');
  const owner = { Authorization: `Bearer ${ADMIN}` };
  for (const path of ['settings', 'settings/history', 'usage']) {
    const refused = await ask(`/v2/chatbots/${AGENT}/${path}`, { headers: owner });
    assert.equal(refused.status, 503, path);
    assert.equal(refused.headers.get('Retry-After'), '1', path);
  }
  const opinion = await ask(`/api/v2/agents/${AGENT}/feedback`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: 'https://shop.example',
      'X-Visitor-Token': visitorToken(answer),
    },
    body: JSON.stringify({
      messageId: data.id,
      conversationId: data.metadata.conversationId,
      value: 'up',
    }),
  });
  assert.equal(opinion.status, 503);
  assert.equal(opinion.headers.get('Retry-After'), '1');
});

test('an owner gets a Retry-After if PostgreSQL never answers, and sees the settings later', {
  skip: withoutPostgres(),
}, async t => {
  const server = await startPostgres();
  const relay = await relayTo(server.url);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { proxy, ask } = await setUp(t, { databaseUrl: relay.url });
  t.after(async () => {
    await relay.close();
    await server.stop();
  });
  await proxy.ready();
  const settings = (): Promise<Response> =>
    ask(`/v2/chatbots/${AGENT}/settings`, { headers: { Authorization: `Bearer ${ADMIN}` } });
  relay.fallSilent();
  const unanswered = settings();
  await relay.unheard;
  t.mock.timers.tick(10_000);
  const refused = await unanswered;
  assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [503, '1']);
  t.mock.timers.reset();
  assert.equal((await settings()).status, 200);
});

test('readiness is reported within a second if PostgreSQL never answers', {
  skip: withoutPostgres(),
}, async t => {
  const server = await startPostgres();
  t.after(() => server.stop());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const looks: [string, number, RegExp][] = [
    ['/metrics', 200, /^agent_chat_proxy_credits_left Nan$/m],
    ['/readyz', 503, /"stores":"unreachable"/],
  ];
  for (const [path, status, told] of looks) {
    const relay = await relayTo(server.url);
    t.after(() => relay.close());
    const { proxy, ask } = await setUp(t, { databaseUrl: relay.url, creditsPerMonth: 10 });
    await proxy.ready();
    // The start still looks for interrupted erasures. A second connection, so that what follows opens no new one.
    assert.equal((await ask(`/api/v2/agents/${AGENT}/settings`)).status, 200);
    relay.fallSilent();
    const unanswered = ask(path, { headers: { Authorization: `Bearer ${ADMIN}` } });
    await relay.unheard;
    t.mock.timers.tick(1000);
    const response = await unanswered;
    assert.equal(response.status, status);
    assert.match(await response.text(), told);
  }
});
