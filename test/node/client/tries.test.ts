import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import type { TurnErrorCode } from '../../../src/client/conversation/conversation-state.ts';
import { AgentClient, type ClientTool, Conversation } from '../../../src/client/index.ts';
import { type AgentProxy, createProxy } from '../../../src/proxy/index.ts';
import { openAiServer, type Script } from '../../fakes/openai-server.ts';
import { type Answer, event, KEY, openStream, refuse, reply, startUpstream } from '../../fakes/upstream.ts';
import { startService } from '../service/harness.ts';

const AGENT = '7d444840-9dc0-11d1-b245-5ffdce74fad2';

/** Asks one question with the real client through the real proxy; returns the code of its failure. */
async function askOnce(
  t: TestContext,
  service: {
    url: string;
    apiKey: string;
    agentId: string;
    send?: typeof fetch;
    tools?: Record<string, ClientTool>;
  },
): Promise<TurnErrorCode | undefined> {
  const proxy: AgentProxy = createProxy({
    baseUrl: service.url,
    apiKey: service.apiKey,
    ...(service.send && { fetch: service.send }),
  });
  t.after(() => proxy.close({ graceMs: 0 }));
  const client = new AgentClient({
    endpoint: 'http://chat.test',
    agentId: service.agentId,
    fetch: async (input, init) => proxy(new Request(input, init)),
  });
  const conversation = new Conversation({ client });
  const { tools } = service;
  if (tools) conversation.offeredTools = () => new Map(Object.entries(tools));
  await conversation.send('Do you deliver?');
  return conversation.state.turn?.error?.code;
}

/** Gives each chat request the next answer, and the last one to all that follow. */
async function counted(t: TestContext, ...answers: Answer[]): Promise<{ code: unknown; asked: number }> {
  const upstream = await startUpstream();
  t.after(() => upstream.close());
  let next = 0;
  upstream.onChat((request, response) => answers[Math.min(next++, answers.length - 1)]!(request, response));
  const code = await askOnce(t, { url: upstream.url, apiKey: KEY, agentId: AGENT });
  return { code, asked: upstream.seen.length };
}

const status =
  (code: number, headers?: Record<string, string>): Answer =>
  (_, response) =>
    refuse(response, code, headers);
/** Without the other headers of the interface, as gateways answer. */
const limited =
  (headers: () => Record<string, string>): Answer =>
  (_, response) =>
    void response.writeHead(429, headers()).end();
const hangUp: Answer = (_, response) => void response.destroy();
const unixSeconds = (from = 0): string => String(Math.floor(Date.now() / 1000) + from);
const page: Answer = (_, response) =>
  void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Log in</p>');
/** Cut before the first token: in the head, in the first event, or with an error event. */
const cut =
  (bytes: string): Answer =>
  (_, response) => {
    openStream(response);
    response.write(bytes, () => response.destroy());
  };
const cutJson: Answer = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"data":{"id":', () => response.destroy());
};
const saysError: Answer = (_, response) => {
  openStream(response);
  response.end(event({ type: 'error', message: 'broken' }));
};

describe('the requests of one question that reach the service, retries of the widget included', {
  concurrency: true,
}, () => {
  for (const code of [500, 501, 502, 503, 504, 408]) {
    it(`are three if it answers ${code}`, async t => {
      assert.deepEqual(await counted(t, status(code)), { code: 'upstream_unavailable', asked: 3 });
    });
  }

  for (const [code, expected] of [
    [301, 'upstream_unavailable'],
    [400, 'invalid_request'],
    [401, 'upstream_unavailable'],
    [402, 'credits_exhausted'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'upstream_unavailable'],
    [409, 'conflict'],
    [410, 'upstream_unavailable'],
    [413, 'payload_too_large'],
    [415, 'upstream_unavailable'],
    [422, 'upstream_unavailable'],
    [451, 'upstream_unavailable'],
  ] as const) {
    it(`are one if it refuses with ${code}, which is permanent`, async t => {
      assert.deepEqual(await counted(t, status(code)), { code: expected, asked: 1 });
    });
  }

  it('are three if it closes each connection', async t => {
    assert.deepEqual(await counted(t, hangUp), { code: 'upstream_unavailable', asked: 3 });
  });

  it('are three if it resets each connection', async t => {
    let asked = 0;
    const server = createServer(socket =>
      socket.once('data', () => {
        asked++;
        socket.resetAndDestroy();
      }),
    );
    t.after(() => server.close());
    const url = `http://127.0.0.1:${await listenLocally(server)}`;
    const code = await askOnce(t, { url, apiKey: KEY, agentId: AGENT });
    assert.deepEqual({ code, asked }, { code: 'upstream_unavailable', asked: 3 });
  });

  it('are three if nothing listens at its address', async t => {
    const server = createServer();
    const url = `http://127.0.0.1:${await listenLocally(server)}`;
    await new Promise(closed => server.close(closed));
    let asked = 0;
    const send: typeof fetch = (input, init) => {
      asked++;
      return fetch(input, init);
    };
    const code = await askOnce(t, { url, apiKey: KEY, agentId: AGENT, send });
    assert.deepEqual({ code, asked }, { code: 'upstream_unavailable', asked: 3 });
  });

  for (const [name, headers] of [
    ['says nothing of a reset', () => ({})],
    ['says that the limit resets now', () => ({ 'X-RateLimit-Reset': unixSeconds() })],
    ['says that the limit resets in a second', () => ({ 'X-RateLimit-Reset': unixSeconds(1) })],
    ['asks to come back at once', () => ({ 'Retry-After': '0' })],
    ['asks to come back in a second', () => ({ 'Retry-After': '1', 'X-RateLimit-Reset': unixSeconds(1) })],
  ] as const) {
    it(`are three if it answers 429 and ${name}`, async t => {
      assert.deepEqual(await counted(t, limited(headers)), { code: 'rate_limited', asked: 3 });
    });
  }

  it('are one if it answers 429 with a reset further away than a message waits', async t => {
    assert.deepEqual(await counted(t, status(429, { 'Retry-After': '61' })), {
      code: 'rate_limited',
      asked: 1,
    });
  });

  it('are one if it answers 429 and says that a retry will not succeed', async t => {
    const final: Answer = (_, response) => {
      response.writeHead(429, { 'Content-Type': 'application/json' });
      response.end('{"error":{"code":"rate_limited","message":"no","retriable":false}}');
    };
    assert.deepEqual(await counted(t, final), { code: 'rate_limited', asked: 1 });
  });

  it('are three with tools of the page, and one more that asks whether the service accepts them', async t => {
    const upstream = await startUpstream();
    t.after(() => upstream.close());
    const fail: Answer = (_, response) => refuse(response, 503);
    upstream.onChat(fail);
    upstream.onService(fail);
    const tools = { add: { description: 'Puts a tent into the cart', run: () => {} } };
    assert.equal(
      await askOnce(t, { url: upstream.url, apiKey: KEY, agentId: AGENT, tools }),
      'upstream_unavailable',
    );
    const methods = upstream.seen.map(({ method }) => method);
    assert.deepEqual(methods, ['GET', 'POST', 'POST', 'POST']);
  });

  it('end when it has room and answers', async t => {
    const busy = limited(() => ({}));
    const { code, asked } = await counted(t, busy, busy, (request, response) =>
      reply(request, response, ['Yes.']),
    );
    assert.deepEqual({ code, asked }, { code: undefined, asked: 3 });
  });

  for (const [name, answer] of [
    ['an empty stream', cut('')],
    ['half an event', cut('data: {"type":"tok')],
    ['a comment', cut(': hello\n\n')],
    ['half of a JSON answer', cutJson],
    ['an error event', saysError],
  ] as const) {
    it(`are one if it begins an answer and breaks off: ${name}`, async t => {
      assert.deepEqual(await counted(t, answer), { code: 'stream_interrupted', asked: 1 });
    });
  }

  it('are one if something else answers instead of it', async t => {
    assert.deepEqual(await counted(t, page), { code: 'upstream_unavailable', asked: 1 });
  });

  it('are three at most if it fails in several ways', async t => {
    for (const { code, asked } of await Promise.all([
      counted(
        t,
        limited(() => ({})),
        status(503),
        limited(() => ({})),
      ),
      counted(
        t,
        status(503),
        limited(() => ({})),
      ),
      counted(
        t,
        hangUp,
        limited(() => ({})),
        status(500),
      ),
      counted(t, status(500), hangUp, page),
      counted(t, status(500), status(408), status(502)),
      counted(t, hangUp, status(500), status(401)),
      counted(t, status(503), cutJson),
      counted(t, status(503, { 'Retry-After': '1' })),
    ])) {
      assert.ok(typeof code === 'string');
      assert.ok(asked <= 3, `${asked} requests`);
    }
  });

  const refusal = (refused: number, error: Script['error'] = {}): Script => ({ status: refused, error });
  for (const [script, asked] of [
    [refusal(401, { code: 'invalid_api_key' }), 1],
    [refusal(402), 1],
    [refusal(403), 1],
    [refusal(404, { code: 'model_not_found' }), 1],
    [refusal(413), 1],
    [refusal(400, { code: 'context_length_exceeded' }), 1],
    [refusal(429, { code: 'insufficient_quota' }), 1],
    // Once more without the system message, which the error may be about.
    [refusal(400), 2],
    [refusal(422), 2],
    [refusal(500), 3],
    [refusal(503), 3],
  ] as const) {
    const { status: refused, error } = script;
    it(`are ${asked} at a model that answers ${refused} ${error?.code ?? ''}`, async t => {
      const model = await openAiServer();
      const service = await startService({ openaiBaseUrl: model.url, settings: { model: 'm', temp: null } });
      t.after(async () => {
        await service.end();
        await model.close();
      });
      model.script(script);
      let atService = 0;
      const code = await askOnce(t, {
        url: 'http://127.0.0.1:1',
        apiKey: 'ac_test-key-of-the-first-workspace',
        agentId: service.agentId,
        send: async (input, init) => {
          atService++;
          return service.service.fetch(new Request(input as string, init));
        },
      });
      assert.equal(code, 'upstream_unavailable');
      assert.equal(model.seen.length, asked);
      assert.equal(atService, Math.min(asked, asked === 2 ? 1 : 3));
    });
  }
});
