import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { AgentClient, type ClientTool, ClientTools, Conversation } from '../../../src/client/index.ts';
import { type AgentProxy, createProxy } from '../../../src/proxy/index.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';
import { type CompletionBody, openAiServer, type Script } from '../../fakes/openai-server.ts';
import { event, type FakeUpstream, KEY, message, openStream, startUpstream } from '../../fakes/upstream.ts';
import { startService } from '../service/harness.ts';
import { until } from '../until.ts';

const SCHEMA = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] };

interface Setup {
  asked: () => readonly (CompletionBody & { tools?: unknown })[];
  bodies: { tools?: unknown; toolResults?: unknown; message: string }[];
  script(...scripts: Script[]): void;
  visit(options?: {
    storage?: MemoryStorage;
    tools?: Record<string, ClientTool>;
    line?: (request: unknown, response: Response) => Promise<Response>;
    fetch?: typeof fetch;
  }): Visit;
}
interface Visit {
  conversation: Conversation;
  tools: ClientTools;
  leave(): void;
}

/** The client, the proxy and the service of this project, and a model that follows a script. */
async function setUp(
  t: TestContext,
  allowedTools: string[] = ['add'],
  /** Answers a request in place of the service. */
  gateway: (url: string) => Response | undefined = () => undefined,
): Promise<Setup> {
  const model = await openAiServer();
  const service = await startService({
    openaiBaseUrl: model.url,
    settings: { model: 'm', temp: null, allowedTools },
  });
  const bodies: Setup['bodies'] = [];
  const proxy: AgentProxy = createProxy({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'ac_test-key-of-the-first-workspace',
    fetch: async (input, init) => {
      const refusal = gateway(String(input));
      if (refusal) return refusal;
      if (String(input).endsWith('/chat')) bodies.push(JSON.parse(init?.body as string));
      return service.service.fetch(new Request(input as string, init));
    },
  });
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    await service.end();
    await model.close();
  });
  return {
    asked: () => model.seen.map(({ body }) => body),
    bodies,
    script: (...scripts) => model.script(...scripts),
    visit({ storage, tools = {}, line } = {}) {
      const client = new AgentClient({
        endpoint: 'http://chat.test',
        agentId: service.agentId,
        fetch: async (input, init) => {
          const response = await proxy(new Request(input, init));
          return line ? line(init?.body, response) : response;
        },
      });
      const conversation = new Conversation({ client, ...(storage && { storage }) });
      t.after(() => conversation.suspend());
      const clientTools = new ClientTools(conversation);
      for (const [name, tool] of Object.entries(tools)) clientTools.register(name, tool);
      return {
        conversation,
        tools: clientTools,
        leave() {
          clientTools.close();
          conversation.suspend();
        },
      };
    },
  };
}

const add = (run: ClientTool['run'], more: Partial<ClientTool> = {}): Record<string, ClientTool> => ({
  add: { description: 'Puts an item into the cart', inputSchema: SCHEMA, run, ...more },
});
const call = (id: string, item: string): Script => ({
  text: [],
  toolCalls: [{ id, name: 'add', arguments: [JSON.stringify({ item })] }],
  finishReason: 'tool_calls',
});
const says = (text: string): Script => ({ text: [text] });

const settled = ({ state }: Conversation, text: string): boolean =>
  !state.turn && JSON.stringify(state.messages.at(-1)?.parts ?? '').includes(text);

describe('a tool of the page', () => {
  it('is offered to the model if the owner allows it, runs once, and its result goes back to the model', async t => {
    const { visit, script, asked } = await setUp(t);
    script(call('c1', 'kettle'), says('It is in your cart.'));
    const inputs: unknown[] = [];
    const { conversation } = visit({
      tools: {
        ...add(input => {
          inputs.push(input);
          return { items: 1 };
        }),
        'show-cart': { description: 'Opens the cart', run: () => assert.fail('not allowed') },
      },
    });
    await conversation.send('Put a kettle into my cart');
    await until(() => settled(conversation, 'It is in your cart.'));
    assert.deepEqual(inputs, [{ item: 'kettle' }]);
    const [first, second, ...more] = asked();
    assert.deepEqual(more, []);
    const tools = [
      {
        type: 'function',
        function: { name: 'add', description: 'Puts an item into the cart', parameters: SCHEMA },
      },
    ];
    assert.deepEqual(first!.tools, tools);
    assert.deepEqual(second!.tools, tools);
    assert.deepEqual(second!.messages, [
      ...first!.messages,
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"item":"kettle"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"items":1}' },
    ]);
    // The next question has the conversation in words, as models want it: no message is empty.
    script(says('Bye.'));
    await conversation.send('Thanks');
    assert.deepEqual(
      asked()
        .at(-1)!
        .messages.filter(({ role }) => role !== 'system'),
      [
        { role: 'user', content: 'Put a kettle into my cart' },
        { role: 'assistant', content: 'It is in your cart.' },
        { role: 'user', content: 'Thanks' },
      ],
    );
  });

  for (const status of [429, 503])
    it(`is offered with the next question after a gateway answered ${status}`, async t => {
      let refusals = 1;
      const { asked, visit } = await setUp(t, ['add'], url =>
        url.includes('/contacts') && refusals-- > 0 ? new Response(null, { status }) : undefined,
      );
      const { conversation } = visit({ tools: add(() => 1) });
      await conversation.send('Hi');
      assert.equal(asked().at(-1)!.tools, undefined);
      await conversation.send('Hi again');
      assert.notEqual(asked().at(-1)!.tools, undefined);
    });

  it('does not change the request to the model if the owner allows no tools', async t => {
    const { visit, script, asked } = await setUp(t, []);
    script(says('Hello.'));
    await visit().conversation.send('Hi');
    await visit({ tools: add(() => 1) }).conversation.send('Hi');
    const [without, not] = asked().map(body => JSON.stringify(body));
    assert.equal(not, without);
    assert.deepEqual(Object.keys(asked()[0]!), ['model', 'messages', 'stream']);
  });

  it('has its results sent back at most five times for a question', async t => {
    const { visit, script, asked } = await setUp(t);
    script(...Array.from({ length: 9 }, (_, i) => call(`c${i}`, `item ${i}`)));
    let runs = 0;
    const { conversation } = visit({ tools: add(() => ++runs) });
    await conversation.send('Put all into my cart');
    await until(() => asked().length === 6 && settled(conversation, 'item 5'));
    await new Promise(setImmediate);
    assert.equal(asked().length, 6);
    assert.equal(runs, 5);
    // In the last round the model has to answer.
    assert.deepEqual(
      asked().map(({ tools }) => tools !== undefined),
      [true, true, true, true, true, false],
    );
    assert.deepEqual(
      asked()[5]!
        .messages.map(({ role }) => role)
        .filter(role => role !== 'system'),
      ['user', ...Array.from({ length: 5 }, () => ['assistant', 'tool']).flat()],
    );
  });

  it('reports to the model that the visitor declined, that it threw, or that it returned nothing', async t => {
    const { visit, script, asked } = await setUp(t);
    script(
      {
        text: ['One moment.'],
        toolCalls: [
          { id: 'a', name: 'add', arguments: ['{"item":"a"}'] },
          { id: 'b', name: 'add', arguments: ['{"item":"b"}'] },
        ],
        finishReason: 'tool_calls',
      },
      says('Done.'),
    );
    const run = (input: unknown): void => {
      if ((input as { item: string }).item === 'b') throw new Error('sold out');
    };
    const { conversation, tools } = visit({ tools: add(run, { confirm: true }) });
    await conversation.send('Add');
    await until(() => tools.requests.length === 2);
    assert.equal(asked().length, 1);
    await tools.answer('b', true);
    assert.equal(asked().length, 1);
    await tools.answer('a', false);
    await until(() => settled(conversation, 'Done.'));
    assert.deepEqual(
      asked()[1]!
        .messages.slice(-3)
        .map(({ role, content }) => [role, content]),
      [
        ['assistant', 'One moment.'],
        ['tool', '{"error":"declined"}'],
        ['tool', '{"error":"sold out"}'],
      ],
    );
  });

  it('runs once, and its result is sent once, over a reload at any moment', async t => {
    for (const moment of ['before the visitor decides', 'while it runs', 'when it has run'] as const) {
      const { visit, script, asked } = await setUp(t);
      script(call('c1', 'kettle'), says('It is in your cart.'));
      const storage = new MemoryStorage();
      let runs = 0;
      const endless = new Promise<void>(() => {});
      const run = (): unknown => {
        runs++;
        return moment === 'while it runs' ? endless : runs;
      };
      const tools = add(run, { confirm: true });
      const before = visit({ storage, tools });
      await before.conversation.send('Put a kettle into my cart');
      await until(() => before.tools.requests.length === 1);
      if (moment !== 'before the visitor decides') {
        const running = before.tools.answer('c1', true);
        if (moment === 'when it has run') await running;
      }
      before.leave();
      const after = visit({ storage, tools });
      if (moment === 'before the visitor decides') {
        await until(() => after.tools.requests.length === 1);
        await after.tools.answer('c1', true);
      }
      await until(() => settled(after.conversation, 'It is in your cart.'));
      assert.equal(runs, 1, moment);
      assert.equal(asked().length, 2, moment);
      const result = moment === 'while it runs' ? '{"error":"interrupted"}' : '1';
      assert.equal(asked()[1]!.messages.at(-1)!.content, result, moment);
    }
  });

  it('has its result sent once by two tabs that get no messages from each other', async t => {
    const { visit, script, asked } = await setUp(t);
    script(call('c1', 'kettle'), says('It is in your cart.'));
    const storage = new MemoryStorage();
    let runs = 0;
    const tools = add(() => ++runs, { confirm: true });
    const first = visit({ storage, tools });
    await first.conversation.send('Put a kettle into my cart');
    await until(() => first.tools.requests.length === 1);
    // Both have the result, and neither has sent it.
    const stored = first.conversation.state;
    const key = stored.messages.at(-1)!.key;
    const tabs = [visit({ storage }), visit({ storage })];
    for (const { conversation } of tabs) conversation.reportTool(key, 'c1', 'done', { items: 1 });
    await Promise.all(tabs.map(({ conversation }) => conversation.sendToolResults()));
    await until(() => tabs.every(({ conversation }) => settled(conversation, 'It is in your cart.')));
    assert.equal(asked().length, 2);
  });

  it('has its result sent once even if the connection is lost', async t => {
    const { visit, script, asked, bodies } = await setUp(t);
    script(call('c1', 'kettle'), says('It is in your cart.'));
    let broken = 0;
    const { conversation } = visit({
      tools: add(() => 1),
      // The connection of the second reply is lost before its first event.
      async line(request, response) {
        if (!(request as string).includes('toolResults') || broken++ > 0) return response;
        await response.body?.cancel();
        const lost = new ReadableStream({ start: stream => stream.error(new TypeError('network')) });
        return new Response(lost, response);
      },
    });
    await conversation.send('Put a kettle into my cart');
    await until(() => settled(conversation, 'It is in your cart.'));
    assert.ok(broken > 0);
    assert.equal(asked().length, 2);
    assert.equal(bodies.length, 2);
  });

  describe('when the visitor regenerates an answer for which it ran', () => {
    const calling = (id: string, json: string, name = 'add'): Script => ({
      text: [],
      toolCalls: [{ id, name, arguments: [json] }],
      finishReason: 'tool_calls',
    });
    const other = { read: { description: 'Reads the cart', run: () => assert.fail('ran') } };

    /** Regenerates an answer; the first one added a kettle and returned the number of runs. */
    async function regenerate(t: TestContext, ...scripts: Script[]) {
      const { visit, script, asked } = await setUp(t, ['add', 'read']);
      let runs = 0;
      const storage = new MemoryStorage();
      const tools = { ...add(() => ++runs), ...other };
      script(calling('c1', '{"item":"kettle","count":1}'), says('First.'), ...scripts);
      const visitor = visit({ storage, tools });
      await visitor.conversation.send('Put a kettle into my cart');
      await until(() => settled(visitor.conversation, 'First.'));
      await visitor.conversation.retry();
      return { ...visitor, visit, storage, allTools: tools, asked, runs: () => runs };
    }

    it('does not run again for the same call, and its earlier result is reused', async t => {
      const same = calling('c1', '{"count":1, "item":"kettle"}');
      const { conversation, tools, asked, runs } = await regenerate(t, same, says('Second.'));
      await until(() => settled(conversation, 'Second.'));
      assert.equal(runs(), 1);
      assert.deepEqual(tools.requests, []);
      assert.equal(asked().at(-1)!.messages.at(-1)!.content, '1');
      assert.equal(asked().length, 4);
    });

    it('does not run again, however often the answer is regenerated', async t => {
      const same = calling('c2', '{"item":"kettle","count":1}');
      const { conversation, tools, runs } = await regenerate(t, same, says('Second.'), same, says('Third.'));
      await until(() => settled(conversation, 'Second.'));
      await conversation.retry();
      await until(() => settled(conversation, 'Third.'));
      assert.equal(runs(), 1);
      assert.deepEqual(tools.requests, []);
    });

    for (const [what, more] of [
      ['with another input', calling('c2', '{"item":"kettle","count":2}')],
      ['of another tool', calling('c2', '{}', 'read')],
      ['without input', calling('c2', '')],
    ] as const) {
      it(`asks the visitor before a call ${what}`, async t => {
        const { conversation, tools, asked, runs } = await regenerate(t, more, says('Second.'));
        await until(() => tools.requests.length === 1);
        assert.equal(runs(), 1);
        await tools.answer('c2', false);
        await until(() => settled(conversation, 'Second.'));
        assert.equal(runs(), 1);
        assert.equal(asked().at(-1)!.messages.at(-1)!.content, '{"error":"declined"}');
      });
    }

    it('asks the visitor before one answer makes the same call a second time', async t => {
      const json = '{"item":"kettle","count":1}';
      const twice: Script = {
        text: [],
        toolCalls: ['c1', 'c2'].map(id => ({ id, name: 'add', arguments: [json] })),
        finishReason: 'tool_calls',
      };
      const { conversation, tools, runs } = await regenerate(
        t,
        twice,
        says('Second.'),
        twice,
        says('Third.'),
      );
      await until(() => tools.requests.length === 1);
      assert.equal(tools.requests[0]!.callId, 'c2');
      assert.equal(runs(), 1);
      await tools.answer('c2', true);
      await until(() => settled(conversation, 'Second.'));
      assert.equal(runs(), 2);
      await conversation.retry();
      await until(() => settled(conversation, 'Third.'));
      assert.equal(runs(), 2, 'both have a result now');
    });

    it('asks the visitor after a reload too, and not again once it has run', async t => {
      const more = calling('c2', '{"item":"cup"}');
      const { leave, tools, visit, storage, allTools, runs } = await regenerate(t, more, says('Second.'));
      await until(() => tools.requests.length === 1);
      leave();
      const after = visit({ storage, tools: allTools });
      await until(() => after.tools.requests.length === 1);
      assert.equal(runs(), 1);
      await after.tools.answer('c2', true);
      await until(() => settled(after.conversation, 'Second.'));
      assert.equal(runs(), 2);
      after.leave();
      const last = visit({ storage, tools: allTools });
      await new Promise(setImmediate);
      assert.deepEqual(last.tools.requests, []);
      assert.equal(runs(), 2);
    });

    it('runs for the next question as before', async t => {
      const same = calling('c1', '{"item":"kettle","count":1}');
      const { conversation, runs } = await regenerate(t, same, says('Second.'), same, says('Third.'));
      await until(() => settled(conversation, 'Second.'));
      await conversation.send('Put another one into my cart');
      await until(() => settled(conversation, 'Third.'));
      assert.equal(runs(), 2);
    });

    it('asks the visitor if the tool failed before', async t => {
      const { visit, script, asked } = await setUp(t);
      let runs = 0;
      const run = (): void => {
        runs++;
        throw new Error('sold out');
      };
      const same = calling('c1', '{"item":"kettle"}');
      script(same, says('First.'), same, says('Second.'));
      const { conversation, tools } = visit({ tools: add(run) });
      await conversation.send('Put a kettle into my cart');
      await until(() => settled(conversation, 'First.'));
      await conversation.retry();
      await until(() => tools.requests.length === 1);
      assert.equal(runs, 1);
      assert.equal(asked().length, 3);
    });
  });

  it('is not sent to a hosted service, which gets results with the next question', async t => {
    const { upstream, client } = await hostedService(t);
    upstream.onChat((request, response) => {
      const data = message(request, 'One moment.');
      const part = { type: 'tool-call', id: 'c1', name: 'add', state: 'done', input: { item: 'kettle' } };
      openStream(response);
      response.end(event({ type: 'done', data: { ...data, parts: [...(data.parts as object[]), part] } }));
    });
    const conversation = new Conversation({ client });
    t.after(() => conversation.suspend());
    const tools = new ClientTools(conversation);
    tools.register('add', add(() => ({ items: 1 })).add!);
    await conversation.send('Put a kettle into my cart');
    await until(() => JSON.stringify(conversation.state.messages[1]).includes('items'));
    await conversation.send('Thanks');
    const chats = upstream.seen.filter(({ url }) => url.endsWith('/chat')).map(({ body }) => body);
    assert.deepEqual(chats[0], { message: 'Put a kettle into my cart', stream: true });
    assert.equal(chats.length, 2);
    assert.equal((chats[1] as { message: string }).message, 'Thanks\n\n[Result of add: {"items":1}]');
    assert.ok(chats.every(body => !('tools' in (body as object)) && !('toolResults' in (body as object))));
  });

  it('needs no extra request if an earlier answer showed whether the service accepts tools', async t => {
    const { upstream, client } = await hostedService(t);
    const conversation = new Conversation({ client });
    t.after(() => conversation.suspend());
    await conversation.send('Hello');
    new ClientTools(conversation).register('add', add(() => ({ items: 1 })).add!);
    await conversation.send('Put a kettle into my cart');
    assert.deepEqual(
      upstream.seen.map(({ url }) => url.replace(/.*\//, '')),
      ['chat', 'chat'],
    );
  });

  it('is left out with a warning if the request has no room or the name is invalid', async t => {
    const { visit, script, bodies } = await setUp(t);
    const warnings: string[] = [];
    t.mock.method(console, 'warn', (text: string) => warnings.push(text));
    script(says('Hello.'));
    const run = (): void => {};
    const tools: Record<string, ClientTool> = {
      'add to cart': { description: 'x', run },
      huge: { description: 'x', inputSchema: { description: 'x'.repeat(20_000) }, run },
    };
    for (let i = 0; i < 25; i++) tools[`tool-${i}`] = { description: 'é'.repeat(2000), run };
    const { conversation } = visit({ tools });
    await conversation.send('Hi');
    const sent = bodies[0]!.tools as { name: string; description: string }[];
    assert.ok(sent.length > 5 && sent.length <= 20, `${sent.length} tools`);
    assert.ok(sent.every(({ description }) => description.length === 1000));
    assert.match(warnings.join('\n'), /add to cart/);
    assert.match(warnings.join('\n'), /huge/);
  });

  it('may return more than fits into a message', async t => {
    const { visit, script, asked, bodies } = await setUp(t);
    script(call('c1', 'kettle'), says('Much.'));
    const { conversation } = visit({ tools: add(() => ({ text: '多'.repeat(50_000) })) });
    await conversation.send('Read it');
    await until(() => settled(conversation, 'Much.'));
    assert.equal([...bodies[1]!.message].length, 2000);
    assert.ok(asked()[1]!.messages.at(-1)!.content.length > 2000);
  });

  it('is left out, with a warning, if its schema cannot be sent, and the visitor is answered', async t => {
    const { visit, script, asked } = await setUp(t, ['add', 'show']);
    const warn = t.mock.method(console, 'warn', () => {});
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const schemas: Record<string, unknown>[] = [
      cycle,
      { minimum: 1n },
      { toJSON: () => 'text' },
      {
        toJSON() {
          throw new Error('no schema');
        },
      },
      nested(62),
    ];
    for (const inputSchema of schemas) {
      script(says('Hello.'));
      const show = { description: 'Opens the cart', run: () => {} };
      const { conversation } = visit({ tools: { ...add(() => 1, { inputSchema }), show } });
      await conversation.send('Hi');
      assert.ok(settled(conversation, 'Hello.'), JSON.stringify(conversation.state.turn?.error));
      const sent = asked().at(-1)!.tools as { function: { name: string } }[];
      assert.deepEqual(
        sent.map(tool => tool.function.name),
        ['show'],
      );
    }
    assert.match(String(warn.mock.calls[0]?.arguments), /the tool add/);
  });

  it('may have a schema, and return a result, with many levels', async t => {
    for (const levels of [58, 60, 61, 62, 64, 3000]) {
      const { visit, script, asked } = await setUp(t);
      script(call('c1', 'kettle'), says('Deep.'));
      const inputSchema = nested(Math.min(levels, 60));
      const { conversation } = visit({ tools: add(() => nested(levels), { inputSchema }) });
      await conversation.send('Read it');
      await until(() => settled(conversation, 'Deep.'));
      assert.match(asked()[1]!.messages.at(-1)!.content, /a.*:/, `${levels} levels`);
    }
  });
});

/** A client in front of a proxy, and a service that knows the interface only. */
async function hostedService(t: TestContext): Promise<{ upstream: FakeUpstream; client: AgentClient }> {
  const upstream = await startUpstream();
  const proxy = createProxy({ baseUrl: upstream.url, apiKey: KEY });
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    await upstream.close();
  });
  const client = new AgentClient({
    endpoint: 'http://chat.test',
    agentId: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
    fetch: async (input, init) => proxy(new Request(input, init)),
  });
  return { upstream, client };
}

/** An object in an object, and so on. */
function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let i = 1; i < levels; i++) value = { a: value };
  return value;
}
