import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, KEY, message, openStream } from '../../fakes/upstream.ts';
import { AGENT, errorCode, eventsIn, setUp, textOf, until, visitorToken } from './harness.ts';

test('a question is answered as JSON, with the key added and nothing else of the visitor', async t => {
  const { chat, upstream } = await setUp(t);
  const response = await chat({ message: 'hi' }, { 'X-Debug': 'x', Cookie: 'a=b', 'User-Agent': 'me' });
  assert.equal(response.status, 200);
  const { data } = (await response.json()) as { data: { parts: { text: string }[] } };
  assert.equal(data.parts[0]?.text, 'Hello, world.');
  const [seen] = upstream.seen;
  assert.equal(seen?.url, `/api/v2/agents/${AGENT}/chat`);
  assert.equal(seen?.headers.authorization, `Bearer ${KEY}`);
  assert.equal(seen?.headers['x-visitor-limit'], 'applied', 'the service does not count it once more');
  assert.equal(seen?.headers.cookie, undefined);
  assert.equal(seen?.headers['x-debug'], undefined);
  assert.deepEqual(seen?.body, { message: 'hi', stream: false });
});

test('a stream arrives token by token while the service is still writing', async t => {
  const { chat, upstream } = await setUp(t);
  let go = (): void => {};
  upstream.onChat(async (request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'first' }));
    await new Promise<void>(resolve => {
      go = resolve;
    });
    response.write(event({ type: 'token', content: ' second' }));
    response.end(event({ type: 'done', data: message(request, 'first second') }));
  });
  const response = await chat({ message: 'hi', stream: true });
  assert.equal(response.headers.get('Content-Type'), 'text/event-stream; charset=utf-8');
  assert.equal(response.headers.get('Cache-Control'), 'no-cache, no-transform');
  assert.equal(response.headers.get('X-Accel-Buffering'), 'no');
  const reader = response.body!.getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  assert.equal(first, 'id: 1\ndata: {"type":"token","content":"first"}\n\n');
  go();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    rest += new TextDecoder().decode(value);
  }
  const events = eventsIn(rest);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['token', 'done'],
  );
  assert.equal(events.at(-1)?.data?.parts[0]?.text, 'first second');
});

test('the service is stopped once nobody reads a reply that cannot be joined', async t => {
  const { chat, upstream } = await setUp(t);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'first' }));
  });
  const response = await chat({ message: 'hi', stream: true });
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  await upstream.seen[0]?.closed;
  assert.equal(upstream.seen[0]?.aborted, true);
});

test('a conversation continues for its visitor and does not exist for anybody else', async t => {
  const { chat, upstream } = await setUp(t);
  const first = await chat({ message: 'hi' });
  const token = visitorToken(first);
  const { data } = (await first.json()) as { data: { metadata: { conversationId: string } } };
  const { conversationId } = data.metadata;
  const again = await chat({ message: 'and?', conversationId }, { 'X-Visitor-Token': token });
  assert.equal(again.status, 200);
  const [one, two] = upstream.seen as [(typeof upstream.seen)[0], (typeof upstream.seen)[0]];
  assert.equal((one.body as { conversationId?: string }).conversationId, undefined);
  assert.match(String((two.body as { conversationId?: string }).conversationId), /^[0-9a-f-]{36}$/);

  const bodies = new Set<string>();
  const altered = conversationId.replace(/.$/, last => (last === 'A' ? 'B' : 'A'));
  for (const id of [conversationId, altered, `${conversationId} `, 'made-up', conversationId.toLowerCase()]) {
    const foreign = await chat({ message: 'and?', conversationId: id });
    assert.equal(foreign.status, 404);
    const { error } = (await foreign.json()) as { error: { requestId?: string } };
    delete error.requestId;
    bodies.add(JSON.stringify(error));
  }
  assert.equal(bodies.size, 1);
  for (const id of [[conversationId], { id: conversationId }, 7]) {
    const response = await chat({ message: 'and?', conversationId: id }, { 'X-Visitor-Token': token });
    assert.equal(await errorCode(response), 'invalid_request');
  }
  assert.equal(upstream.seen.length, 2);
});

test('identity and existence are checked before the question', async t => {
  const { chat, upstream } = await setUp(t);
  const cases = [
    ['forbidden', { message: '', userId: 'ada', conversationId: 'made-up' }],
    ['not_found', { message: '', conversationId: 'made-up', stream: 'yes' }],
    ['not_found', { message: 'hi', conversationId: 'c'.repeat(600) }],
    ['invalid_message', { message: '' }],
    ['invalid_request', { message: 'hi', conversationId: '' }],
  ] as const;
  for (const [code, body] of cases) {
    const refused = await chat(body);
    assert.equal(await errorCode(refused), code);
    // Though nobody has asked the service yet what its limit is.
    for (const name of ['limit', 'remaining', 'reset']) {
      assert.match(refused.headers.get(`x-ratelimit-${name}`) ?? '', /^\d+$/, `${name} of ${code}`);
    }
  }
  assert.equal(upstream.seen.length, 0);
});

test('a retry with the same key joins the same reply', async t => {
  const { chat, upstream } = await setUp(t);
  let go = (): void => {};
  upstream.onChat(async (request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'one ' }));
    response.write(event({ type: 'token', content: 'two ' }));
    await new Promise<void>(resolve => {
      go = resolve;
    });
    response.write(event({ type: 'token', content: 'three' }));
    response.end(event({ type: 'done', data: message(request, 'one two three') }));
  });
  const question = { message: 'hi', stream: true };
  const cut = new AbortController();
  const first = await chat(question, { 'Idempotency-Key': 'k1' }, cut.signal);
  const token = visitorToken(first);
  const reader = first.body!.getReader();
  const heard = eventsIn(new TextDecoder().decode((await reader.read()).value));
  await reader.cancel();
  cut.abort();

  const headers = {
    'Idempotency-Key': 'k1',
    'X-Visitor-Token': token,
    'Last-Event-ID': String(heard.at(-1)?.id),
  };
  const second = await chat(question, headers);
  go();
  const rest = eventsIn(await second.text());
  assert.equal(textOf([...heard, ...rest]), 'one two three');
  const whole = await chat({ message: 'hi' }, { 'Idempotency-Key': 'k1', 'X-Visitor-Token': token });
  const { data } = (await whole.json()) as { data: { parts: { text: string }[] } };
  assert.equal(data.parts[0]?.text, 'one two three');
  assert.equal(upstream.seen.length, 1);
  assert.equal(upstream.seen[0]?.aborted, false);

  const beyond = await chat(question, { ...headers, 'Last-Event-ID': '5' });
  assert.equal(beyond.status, 400, 'a reply of four events has no fifth');

  const other = await chat({ message: 'else' }, { 'Idempotency-Key': 'k1', 'X-Visitor-Token': token });
  assert.equal(other.status, 409);
  const stranger = await chat(question, { 'Idempotency-Key': 'k1' });
  await until(() => upstream.seen.length === 2, 'a stranger with the same key asks for himself');
  go();
  await stranger.text();
});

test('a message that was stopped before its first token is not sent by a retry', async t => {
  const { chat, ask, upstream } = await setUp(t);
  upstream.onChat(() => {});
  const headers = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'Idempotency-Key': 'k' };
  const stop = async (): Promise<number> =>
    (await ask(`/api/v2/agents/${AGENT}/chat/k`, { method: 'DELETE', headers })).status;
  const first = chat({ message: 'hi', stream: true }, headers);
  await until(() => upstream.seen.length === 1, 'the service is asked');
  assert.equal(await stop(), 204);
  assert.match(await (await first).text(), /stream_interrupted/);
  assert.equal(await stop(), 204);
  for (const stream of [true, false]) {
    const again = await chat({ message: 'hi', stream }, headers);
    assert.equal(again.status, stream ? 200 : 502);
    assert.match(await again.text(), /stream_interrupted/);
  }
  assert.equal(upstream.seen.length, 1);
});

test('a message that is stopped during the bot check is never sent', async t => {
  const asked = Promise.withResolvers<void>();
  const proof = Promise.withResolvers<boolean>();
  const { chat, ask, upstream } = await setUp(t, {
    botCheck() {
      asked.resolve();
      return proof.promise;
    },
  });
  const headers = { 'X-Visitor-Token': `new.${'a'.repeat(32)}`, 'Idempotency-Key': 'k' };
  const answer = chat({ message: 'hi', stream: true }, headers);
  await asked.promise;
  const stopped = await ask(`/api/v2/agents/${AGENT}/chat/k`, { method: 'DELETE', headers });
  assert.equal(stopped.status, 204);
  proof.resolve(true);
  assert.match(await (await answer).text(), /stream_interrupted/);
  assert.equal(upstream.seen.length, 0);
});

test('every valid key can be part of an address, to stop its reply', async t => {
  const { chat, ask, upstream } = await setUp(t);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'endless' }));
  });
  for (const key of ['/', '%2e', '...', '.a', '?#']) {
    const response = await chat({ message: 'hi', stream: true }, { 'Idempotency-Key': key });
    const stopped = await ask(`/api/v2/agents/${AGENT}/chat/${encodeURIComponent(key)}`, {
      method: 'DELETE',
      headers: { 'X-Visitor-Token': visitorToken(response) },
    });
    assert.equal(stopped.status, 204, key);
    await response.text();
  }
  const asked = upstream.seen.length;
  for (const key of ['.', '..']) {
    const response = await chat({ message: 'hi', stream: true }, { 'Idempotency-Key': key });
    assert.equal(response.status, 400, key);
    assert.match(await response.text(), /Idempotency-Key: [^"]*neither/);
  }
  assert.equal(upstream.seen.length, asked);
});

test('stop ends the reply at the service within a second', async t => {
  const { chat, ask, upstream } = await setUp(t);
  upstream.onChat((_, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'endless' }));
  });
  const response = await chat({ message: 'hi', stream: true }, { 'Idempotency-Key': 'k2' });
  const reader = response.body!.getReader();
  const read = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value);
  assert.equal(eventsIn(await read())[0]?.content, 'endless');
  const path = `/api/v2/agents/${AGENT}/chat/k2`;
  const foreign = await ask(path, { method: 'DELETE' });
  assert.equal(foreign.status, 404);
  const stopped = await ask(path, {
    method: 'DELETE',
    headers: { 'X-Visitor-Token': visitorToken(response) },
  });
  assert.equal(stopped.status, 204);
  await upstream.seen[0]?.closed;
  assert.deepEqual(
    eventsIn(await read()).map(({ type }) => type),
    ['error'],
  );
});

test('a visitor token of somebody else is refused, not replaced', async t => {
  const { chat, upstream } = await setUp(t);
  const token = visitorToken(await chat({ message: 'hi' }));
  assert.match(token, /^[\w-]+\.[\w-]{43}$/);
  for (const wrong of [
    '',
    'x',
    `${token}x`,
    token.slice(0, -1),
    token.replace('.', '..'),
    'a'.repeat(9000),
  ]) {
    const response = await chat({ message: 'hi' }, { 'X-Visitor-Token': wrong });
    assert.equal(response.status, 401, wrong.slice(0, 80));
    assert.equal(response.headers.get('X-Visitor-Token'), null);
  }
  assert.equal(upstream.seen.length, 1);
});
