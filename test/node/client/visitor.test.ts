import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentClientOptions } from '../../../src/client/index.ts';
import { AgentClient, ClientError, Conversation, fetchPublicSettings } from '../../../src/client/index.ts';
import { chatFetch, eventStream, refusal, reply, sse } from '../../fakes/chat-fetch.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';

const EVENTS = sse(['Hello']);
/** 128 random bits. */
const FIRST_SECRET = /^new\.\d{1,10}(-\d{1,10}){3}$/;

function client(fetch: typeof globalThis.fetch, over: Partial<AgentClientOptions> = {}): AgentClient {
  return new AgentClient({ endpoint: 'http://proxy.test/mounted/', agentId: 'agent/1', fetch, ...over });
}

/** A proxy that answers each route by hand. */
function proxy(routes: Record<string, (request: Request) => Response | Promise<Response>>) {
  const seen: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    seen.push(request.clone());
    const route = Object.keys(routes).find(name => {
      const [method, path] = name.split(' ');
      return method === request.method && new URL(request.url).pathname.endsWith(path!);
    });
    return route === undefined ? new Response(null, { status: 404 }) : routes[route]!(request);
  };
  return { fetch, seen };
}

/** A line that breaks before the answer's head. */
const lost = (): never => {
  throw new TypeError('fetch failed');
};

describe('a visitor', () => {
  it('is identified by the token of the first answer from then on', async () => {
    const network = chatFetch(
      eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'token-1' } }),
      eventStream(EVENTS),
    );
    const conversation = new Conversation({ client: client(network.fetch) });
    await conversation.send('One');
    await conversation.send('Two');
    assert.equal(network.asked()[1]?.headers.get('X-Visitor-Token'), 'token-1');
    assert.equal(network.asked()[0]?.url, 'http://proxy.test/mounted/api/v2/agents/agent%2F1/chat');
  });

  it('stays the same visitor after the time to live of conversations, also with a reload during an answer', async t => {
    const storage = new MemoryStorage();
    const network = chatFetch(
      eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'token-1' } }),
      eventStream(EVENTS.slice(0, 1), { end: 'hang' }),
    );
    const conversation = new Conversation({ client: client(network.fetch), storage, timeToLive: 3600 });
    await conversation.send('One');
    const later = Date.now() + 2 * 3600_000;
    t.mock.method(Date, 'now', () => later);
    void conversation.send('Two');
    while (!conversation.state.turn?.replyText) await new Promise(setImmediate);
    const after = new Conversation({ client: client(network.fetch), storage, timeToLive: 3600 });
    after.suspend();
    conversation.suspend();
    assert.equal(after.client.visitorToken, 'token-1');
    assert.equal(after.state.messages.at(-1)?.role, 'user');
  });

  it('who logs out before a question is sent has not asked it', async () => {
    const { fetch, seen } = proxy({});
    const conversation = new Conversation({ client: client(fetch) });
    const asked = conversation.send('My order 4711');
    conversation.logout();
    await asked;
    assert.equal(seen.length, 0);
    assert.deepEqual(conversation.state.messages, []);
  });

  it('becomes a new one if the stored token cannot be sent in a header', async () => {
    for (const token of ['v1\nX-Evil: 1', 'v1 🌊', '\0', '']) {
      const network = chatFetch(eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'token-1' } }));
      const storage = new MemoryStorage();
      storage.setItem('agent-chat:agent%2F1::token', token);
      const conversation = new Conversation({ client: client(network.fetch), storage });
      await conversation.send('One');
      assert.equal(conversation.state.messages.length, 2, JSON.stringify(token));
      assert.equal(conversation.client.visitorToken, 'token-1');
    }
  });

  it('gets a new token, and one more attempt, when the proxy no longer accepts the old one', async () => {
    const network = chatFetch(
      eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'old' } }),
      refusal(401, 'unauthorized'),
      eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'new' } }),
    );
    const conversation = new Conversation({ client: client(network.fetch) });
    await conversation.send('One');
    await conversation.send('Two');
    const [, old, anew] = network.asked().map(r => r.headers.get('X-Visitor-Token'));
    assert.equal(old, 'old');
    assert.match(anew ?? '', FIRST_SECRET);
    assert.equal(conversation.client.visitorToken, 'new');
    assert.equal(conversation.state.messages.length, 4);
  });

  it('stays one visitor if two simultaneous requests find that the old token is no longer accepted', async () => {
    const shown: Record<string, (string | null)[]> = { chat: [], contacts: [] };
    const { promise: together, resolve: bothSent } = Promise.withResolvers<void>();
    const accepts = async ({ url, headers }: Request): Promise<boolean> => {
      const token = headers.get('X-Visitor-Token');
      shown[url.split('/').at(-1)!]!.push(token);
      if (shown.chat![0] && shown.contacts![0]) bothSent();
      await together;
      return token !== 'old';
    };
    const unauthorized = (): Response => new Response(null, { status: 401 });
    const { fetch } = proxy({
      'POST /chat': async request =>
        (await accepts(request))
          ? (eventStream(EVENTS)(request as never, request.signal) as Response)
          : unauthorized(),
      // The slower one: by then the other is known by its new token.
      'POST /contacts': async request => {
        if (await accepts(request)) return Response.json({}, { status: 201 });
        await answered;
        return unauthorized();
      },
    });
    const one = client(fetch);
    one.visitorToken = 'old';
    const answered = new Conversation({ client: one }).send('One');
    await Promise.all([answered, one.sendLead({ name: 'Ada' })]);
    assert.match(shown.chat![1] ?? '', FIRST_SECRET);
    assert.deepEqual(shown.contacts, ['old', shown.chat![1]]);
  });

  it('who is signed in sends the site’s proof before the first question, and only then', async () => {
    const { fetch, seen } = proxy({
      'POST /session': () => Response.json({ data: { token: 'signed', expiresAt: 1 } }),
      'POST /chat': request => eventStream(EVENTS)(request as never, request.signal) as Response,
    });
    const conversation = new Conversation({ client: client(fetch, { userId: 'ada', userHash: 'hash' }) });
    await conversation.send('One');
    await conversation.send('Two');
    assert.deepEqual(
      seen.map(r => new URL(r.url).pathname.split('/').at(-1)),
      ['session', 'chat', 'chat'],
    );
    assert.deepEqual(await seen[0]!.json(), { userId: 'ada', userHash: 'hash' });
    assert.equal(seen[1]!.headers.get('X-Visitor-Token'), 'signed');
    assert.ok(!(await seen[1]!.text()).includes('hash'));
  });

  it('whose sign-in is refused sees that, and no question is sent under their id', async () => {
    const { fetch, seen } = proxy({
      'POST /session': () =>
        Response.json({ error: { code: 'forbidden', message: 'userHash: …' } }, { status: 403 }),
    });
    const conversation = new Conversation({ client: client(fetch, { userId: 'ada', userHash: 'wrong' }) });
    await conversation.send('Hi');
    assert.equal(conversation.state.turn?.error?.code, 'forbidden');
    assert.equal(seen.length, 1);
  });

  it('whose sign-in or contact gets no answer sees that after the timeout', async t => {
    const alive = setInterval(() => {}, 1000);
    t.after(() => clearInterval(alive));
    const silent: typeof globalThis.fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const signedIn = client(silent, { userId: 'ada', userHash: 'hash', firstByteTimeout: 10 });
    const conversation = new Conversation({ client: signedIn });
    await conversation.send('Hi');
    assert.equal(conversation.state.turn?.error?.code, 'timeout');
    await assert.rejects(client(silent, { firstByteTimeout: 10 }).sendLead({ name: 'Ada' }), {
      code: 'timeout',
    });
  });

  it('who stops a question that waits for the sign-in can ask the next one at once', async () => {
    const { promise: signedIn, resolve: signIn } = Promise.withResolvers<Response>();
    const { fetch, seen } = proxy({
      'POST /session': () => signedIn,
      'POST /chat': request => eventStream(EVENTS)(request as never, request.signal) as Response,
    });
    const conversation = new Conversation({ client: client(fetch, { userId: 'ada', userHash: 'hash' }) });
    const one = conversation.send('One');
    while (!seen[0]) await new Promise(setImmediate);
    conversation.stop();
    await one;
    const two = conversation.send('Two');
    signIn(Response.json({ data: { token: 'signed' } }));
    await two;
    assert.equal(conversation.state.messages.at(-1)?.role, 'assistant');
    assert.equal(seen.filter(({ url }) => url.endsWith('/chat')).length, 1);
  });

  it('has an identity from the first question on, so even an answer lost as a whole can be resumed', async () => {
    const network = chatFetch(
      lost,
      eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'token-1' } }),
      eventStream(EVENTS),
    );
    const conversation = new Conversation({ client: client(network.fetch) });
    await conversation.send('One');
    await conversation.send('Two');
    const [first, again, next] = network.asked().map(r => r.headers.get('X-Visitor-Token'));
    assert.match(first ?? '', FIRST_SECRET);
    assert.equal(again, first);
    assert.equal(next, 'token-1');
    const keys = network.asked().map(r => r.headers.get('Idempotency-Key'));
    assert.equal(keys[1], keys[0]);
    assert.ok(!first?.includes(keys[0]!));
  });

  it('asks anonymously if a proxy does not accept a secret from the browser', async () => {
    const network = chatFetch(
      refusal(401, 'unauthorized'),
      eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'token-1' } }),
    );
    const conversation = new Conversation({ client: client(network.fetch) });
    await conversation.send('One');
    assert.equal(network.asked().length, 1);
    await conversation.retry();
    assert.equal(network.asked()[1]?.headers.get('X-Visitor-Token'), null);
    assert.equal(conversation.state.messages.length, 2);
  });
});

describe('other things that a visitor sends', () => {
  it('a contact is sent to the proxy, and remembered once it was accepted', async () => {
    const { fetch, seen } = proxy({
      'POST /contacts': () => Response.json({ message: '', data: [] }, { status: 201 }),
    });
    const conversation = new Conversation({ client: client(fetch) });
    assert.equal(conversation.leadGiven, false);
    await conversation.submitLead({ name: 'Ada', email: 'ada@shop.example' });
    assert.equal(conversation.leadGiven, true);
    assert.equal(new URL(seen[0]!.url).pathname, '/mounted/v2/chatbots/agent%2F1/contacts');
    assert.deepEqual(await seen[0]!.json(), {
      users: [{ external_id: 'visitor', name: 'Ada', email: 'ada@shop.example' }],
    });
  });

  it('a contact that the site has already counts as accepted', async () => {
    const { fetch } = proxy({
      'POST /contacts': () => Response.json({ error: { code: 'conflict', message: '' } }, { status: 409 }),
    });
    const conversation = new Conversation({ client: client(fetch) });
    await conversation.submitLead({ email: 'ada@shop.example' });
    assert.equal(conversation.leadGiven, true);
  });

  it('a refused contact names the field and is not remembered', async () => {
    const { fetch } = proxy({
      'POST /contacts': () =>
        Response.json(
          { error: { code: 'invalid_request', message: 'users.0.email: must be an email address' } },
          { status: 400 },
        ),
    });
    const conversation = new Conversation({ client: client(fetch) });
    await assert.rejects(conversation.submitLead({ email: 'x' }), (error: unknown) => {
      assert.ok(error instanceof ClientError);
      assert.equal(error.code, 'invalid_request');
      assert.match(error.message, /email/);
      return true;
    });
    assert.equal(conversation.leadGiven, false);
  });

  it('a contact leaves nothing behind if the visitor logs out before it arrives', async () => {
    let arrive!: (answer: Response) => void;
    const answer = new Promise<Response>(resolve => {
      arrive = resolve;
    });
    const { fetch, seen } = proxy({ 'POST /contacts': () => answer });
    const conversation = new Conversation({ client: client(fetch) });
    const left = conversation.submitLead({ email: 'ada@shop.example' });
    while (seen.length === 0) await new Promise(resolve => setImmediate(resolve));
    conversation.logout();
    arrive(new Response(null, { status: 201, headers: { 'X-Visitor-Token': 'token-1' } }));
    await left;
    assert.equal(conversation.leadGiven, false);
    assert.equal(conversation.client.visitorToken, undefined);
  });

  it('a rating of a reply has a reason, and is removed if it did not arrive', async () => {
    let works = true;
    const { fetch, seen } = proxy({
      'POST /chat': request =>
        eventStream(sse(['Hello'], reply('Hello', { id: 'reply-7' })))(
          request as never,
          request.signal,
        ) as Response,
      'POST /feedback': () => new Response(null, { status: works ? 204 : 500 }),
    });
    const conversation = new Conversation({ client: client(fetch) });
    await conversation.send('Hi');
    const { key } = conversation.state.messages[1]!;
    await conversation.rate(key, 'down', 'too short');
    assert.equal(conversation.state.messages[1]?.feedback, 'down');
    assert.equal(new URL(seen[1]!.url).pathname, '/mounted/api/v2/agents/agent%2F1/feedback');
    assert.deepEqual(await seen[1]!.json(), {
      messageId: 'reply-7',
      conversationId: 'conversation-1',
      value: 'down',
      reason: 'too short',
    });
    works = false;
    await assert.rejects(conversation.rate(key, 'up'), { code: 'upstream_unavailable' });
    assert.equal(conversation.state.messages[1]?.feedback, 'down');
  });
});

describe('a proof for the bot check', () => {
  const refused = (): Response =>
    Response.json(
      { error: { code: 'forbidden', message: 'X-Bot-Token: prove it' } },
      { status: 403, headers: { 'X-Bot-Check': 'required' } },
    );

  it('is sent with a contact when the proxy demands it, once', async () => {
    const network = proxy({
      'POST /contacts': ({ headers }) =>
        headers.get('X-Bot-Token') === 'proof-1' ? new Response('{}', { status: 201 }) : refused(),
    });
    let made = 0;
    const one = client(network.fetch, { botToken: async () => `proof-${++made}` });
    await one.sendLead({ email: 'ada@shop.example' });
    await assert.rejects(one.sendLead({ email: 'ada@shop.example' }), { code: 'bot_check', status: 403 });
    const shown = network.seen.map(({ headers }) => headers.get('X-Bot-Token'));
    assert.deepEqual(shown, [null, 'proof-1', null, 'proof-2']);
  });

  it('is not awaited if its question was stopped', async () => {
    const network = proxy({ 'POST /chat': refused });
    const stopped = (): Promise<string> => {
      conversation.stop();
      return new Promise(() => {});
    };
    const conversation = new Conversation({ client: client(network.fetch, { botToken: stopped }) });
    await conversation.send('One');
    assert.equal(conversation.state.turn, undefined);
    assert.equal(network.seen.filter(({ method }) => method === 'POST').length, 1);
  });

  it('that does not fit into a header counts as none, and nothing is sent with it', async () => {
    for (const token of ['a\nb', 'a b', '🌊']) {
      const network = proxy({ 'POST /contacts': refused });
      const one = client(network.fetch, { botToken: token });
      await assert.rejects(one.sendLead({ name: 'Ada' }), { code: 'bot_check' });
      assert.equal(network.seen.length, 1);
    }
  });

  it('is not expected from a page without one: the refusal is like any other', async () => {
    const network = proxy({ 'POST /contacts': refused });
    await assert.rejects(client(network.fetch).sendLead({ name: 'Ada' }), { code: 'forbidden' });
    assert.equal(network.seen.length, 1);
  });
});

describe('the public settings', () => {
  it('are revalidated by ETag with the browser’s cache', async () => {
    let init: RequestInit | undefined;
    const settings = await fetchPublicSettings({
      endpoint: 'http://proxy.test',
      agentId: 'agent',
      fetch: async (_input, given) => {
        init = given;
        return Response.json({ data: { name: 'Shop' } });
      },
    });
    assert.equal(settings.name, 'Shop');
    assert.equal(init?.cache, 'no-cache');
  });

  it('that were aborted end with the reason of the abort, not with a connection error', async () => {
    const wanted = new AbortController();
    const asked = fetchPublicSettings({
      endpoint: 'http://proxy.test',
      agentId: 'agent',
      signal: wanted.signal,
      fetch: (_input, init) =>
        new Promise((_, reject) =>
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)),
        ),
    });
    wanted.abort();
    await assert.rejects(asked, { name: 'AbortError' });
  });

  it('that cannot be loaded give a code, not the page of a gateway', async () => {
    const down = (): never => {
      throw new TypeError('fetch failed');
    };
    const page = async (): Promise<Response> => new Response('<html>', { status: 200 });
    const refused = async (): Promise<Response> =>
      Response.json({ error: { code: 'origin_not_allowed', message: '' } }, { status: 403 });
    for (const [fetch, code] of [
      [down, 'offline'],
      [page, 'unreadable'],
      [refused, 'origin_not_allowed'],
    ] as const) {
      await assert.rejects(fetchPublicSettings({ endpoint: 'http://proxy.test', agentId: 'a', fetch }), {
        code,
      });
    }
  });
});
