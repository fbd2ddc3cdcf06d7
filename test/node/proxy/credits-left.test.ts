import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, createProxy } from '../../../src/proxy/index.ts';
import { KEY, message, refuse, reply } from '../../fakes/upstream.ts';
import { ADMIN, AGENT, type Setup, setUp } from './harness.ts';

async function left({ ask }: Setup): Promise<string | undefined> {
  const response = await ask('/metrics', { headers: { Authorization: `Bearer ${ADMIN}` } });
  return /^agent_chat_proxy_credits_left (\S+)$/m.exec(await response.text())?.[1];
}

test('an operator sees how many credits of the month are left, of all agents together', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2027, 1, 1) });
  const setup = await setUp(t, { creditsPerMonth: 6 });
  const { ask, chat, upstream } = setup;
  const other = (): Promise<Response> =>
    ask('/api/v2/agents/another/chat', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"message":"hi"}',
    });
  assert.equal(await left(setup), '6');
  await chat({ message: 'hi' });
  t.mock.timers.setTime(Date.UTC(2027, 1, 28, 23, 59, 59));
  await other();
  assert.equal(await left(setup), '4');
  upstream.onChat((request, response) => {
    const data = message(request, 'dear');
    Object.assign(data.metadata as object, { usage: { credits: 2.5 } });
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ data }));
  });
  await chat({ message: 'hi' });
  assert.equal(await left(setup), '1.5');
  await chat({ message: 'hi' });
  assert.equal(await left(setup), '0', 'never below none');
  t.mock.timers.setTime(Date.UTC(2027, 2, 1));
  assert.equal(await left(setup), '6', 'a new month');
});

test('the owner’s trials cost credits, and do not count as visitors’ questions', async t => {
  const setup = await setUp(t, { creditsPerMonth: 10 });
  const { ask, upstream } = setup;
  const owner = { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN}` };
  const trial = async (): Promise<void> => {
    const body = JSON.stringify({ message: 'hi', settings: { instructions: 'Be brief.' } });
    const response = await ask(`/v2/chatbots/${AGENT}/draft-chat`, { method: 'POST', headers: owner, body });
    await response.text();
  };
  upstream.onService((request, response) => reply(request, response, ['Ahoy']));
  await trial();
  await trial();
  upstream.onService((_, response) => refuse(response, 404));
  await trial();
  assert.equal(await left(setup), '8');
  const metrics = await (await ask('/metrics', { headers: owner })).text();
  assert.match(metrics, /^agent_chat_proxy_credits_spent_total 2$/m);
  const usage = await (await ask(`/v2/chatbots/${AGENT}/usage`, { headers: owner })).json();
  const [today] = (usage as { data: { days: Record<string, number>[] } }).data.days;
  assert.deepEqual(
    [today?.credits, today?.requests, today?.replies, today?.failures, today?.unanswered],
    [2, 0, 0, 0, 0],
  );
});

test('no remaining credits are reported unless the number of the plan is configured', async t => {
  const setup = await setUp(t);
  await setup.chat({ message: 'hi' });
  assert.equal(await left(setup), undefined);
});

test('an invalid number of credits is refused by its name', () => {
  for (const creditsPerMonth of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(
      () => createProxy({ baseUrl: 'https://agents.example', apiKey: KEY, creditsPerMonth }),
      (error: unknown) => error instanceof ConfigError && /AGENT_CREDITS_PER_MONTH/.test(error.message),
    );
  }
});
