import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reply } from '../../fakes/upstream.ts';
import { ADMIN, AGENT, setUp, visitorToken } from './harness.ts';

test('no cache keeps anything of one visitor for another, on any route', async t => {
  const { ask, chat, upstream } = await setUp(t);
  const json = { 'Content-Type': 'application/json' };
  const owner = { ...json, Authorization: `Bearer ${ADMIN}` };
  const running = await chat({ message: 'hi', stream: true }, { 'Idempotency-Key': 'k' });
  const stop = { method: 'DELETE', headers: { 'X-Visitor-Token': visitorToken(running) } };
  const post = (headers: object, body: object): RequestInit => ({
    method: 'POST',
    headers: { ...headers },
    body: JSON.stringify(body),
  });
  const agent = `/api/v2/agents/${AGENT}`;
  const chatbot = `/v2/chatbots/${AGENT}`;
  const lead = { users: [{ external_id: 'x', email: 'a@b.example' }] };
  const personal: [string, RequestInit, number][] = [
    ['/api/v2/session', post(json, {}), 200],
    [`${agent}/chat`, post(json, { message: 'hi' }), 200],
    [`${agent}/chat`, post(json, {}), 400],
    [`${agent}/chat/k`, stop, 204],
    [`${agent}/chat/unknown`, stop, 404],
    [`${agent}/feedback`, post(json, { messageId: 'm', conversationId: 'c', value: 'up' }), 404],
    [`${chatbot}/contacts`, post(json, { users: [{ email: 'a@b.example' }] }), 201],
    [`${chatbot}/contacts`, post(owner, lead), 201],
    [`${chatbot}/contacts`, { headers: owner }, 200],
    [`${chatbot}/contacts`, {}, 401],
    [`${chatbot}/settings`, { headers: owner }, 200],
    [`${chatbot}/settings/history`, { headers: owner }, 200],
    ['/v2/chatbots/settings', post(owner, { chatbotId: AGENT, name: 'A' }), 202],
    [`${chatbot}/usage`, { headers: owner }, 200],
    [`${chatbot}/conversations`, {}, 401],
    [`${chatbot}/conversations/x`, { headers: owner }, 404],
    [`${chatbot}/answers`, {}, 401],
    [`${chatbot}/answers`, post(owner, {}), 400],
    [`${chatbot}/extensions`, { headers: owner }, 200],
    [`${chatbot}/draft-chat`, post(json, { message: 'hi' }), 401],
    [`${chatbot}/draft-chat`, post(owner, {}), 400],
    ['/healthz', {}, 200],
    ['/readyz', {}, 200],
    ['/metrics', { headers: owner }, 200],
    ['/nowhere', {}, 404],
    [`${agent}/settings`, { method: 'PUT' }, 405],
  ];
  for (const [path, init, status] of personal) {
    for (const Origin of ['https://a.example', 'https://b.example']) {
      const headers = { ...(init.headers as Record<string, string>), Origin };
      const response = await ask(path, { ...init, headers });
      const what = `${init.method ?? 'GET'} ${path}`;
      assert.equal(response.status, status, what);
      assert.equal(response.headers.get('Cache-Control'), 'no-store', what);
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), Origin, what);
      assert.match(response.headers.get('Vary') ?? '', /\bOrigin\b/, what);
    }
  }
  upstream.onService((request, response) => reply(request, response, ['Hello']));
  const draft = await ask(`${chatbot}/draft-chat`, post(owner, { message: 'hi', settings: {} }));
  for (const stream of [running, draft]) {
    assert.equal(stream.status, 200);
    assert.equal(stream.headers.get('Cache-Control'), 'no-cache, no-transform');
    assert.equal(stream.headers.get('X-Accel-Buffering'), 'no');
    assert.match(stream.headers.get('Vary') ?? '', /\bOrigin\b/);
    await stream.text();
  }
});

test('the public settings are the same for all visitors and revalidated each time', async t => {
  const { ask } = await setUp(t);
  const answers = await Promise.all(
    ['https://a.example', 'https://b.example'].map(Origin =>
      ask(`/api/v2/agents/${AGENT}/settings`, { headers: { Origin } }),
    ),
  );
  const [one, two] = await Promise.all(answers.map(answer => answer.text()));
  assert.equal(one, two);
  for (const { headers } of answers) {
    assert.equal(headers.get('Cache-Control'), 'no-cache');
    assert.match(headers.get('Vary') ?? '', /\bOrigin\b/);
    assert.equal(headers.get('X-Visitor-Token'), null);
  }
});
