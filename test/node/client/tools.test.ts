import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClientTool, ClientToolsOptions, ToolRequest, WebStorage } from '../../../src/client/index.ts';
import { AgentClient, ClientTools, Conversation } from '../../../src/client/index.ts';
import type { Part, ToolCallPart } from '../../../src/protocol/message.ts';
import type { ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, eventStream, reply, sse } from '../../fakes/chat-fetch.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';

const CALL: Part = {
  type: 'tool-call',
  id: 'call-1',
  name: 'cart',
  state: 'running',
  input: { item: 'kettle' },
};

const ASKING = { ...reply('One moment.'), parts: [{ type: 'text', text: 'One moment.' }, CALL] };

function visit(network: ChatFetch, storage: WebStorage, tool: ClientTool, options: ClientToolsOptions = {}) {
  const conversation = new Conversation({
    client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch }),
    storage,
  });
  const tools = new ClientTools(conversation, options);
  tools.register('cart', tool);
  return { conversation, tools };
}

/** The call when it has come to an end. */
function settledCall(conversation: Conversation): Promise<ToolCallPart> {
  return new Promise(resolve =>
    conversation.subscribe(action => {
      if (action.type === 'tool' && action.state !== 'running')
        resolve(conversation.state.messages[1]!.parts[1] as ToolCallPart);
    }),
  );
}

async function replyAsking(tool: ClientTool, call: Part = CALL, options: ClientToolsOptions = {}) {
  const asking = { ...ASKING, parts: [ASKING.parts[0]!, call] };
  const network = chatFetch(eventStream(sse(['One moment.'], asking)), eventStream(sse(['Done.'])));
  const storage = new MemoryStorage();
  const { conversation, tools } = visit(network, storage, tool, options);
  const settled = settledCall(conversation);
  await conversation.send('Put a kettle into my cart');
  const sent = (n: number) => (network.asked()[n]!.body as { message: string }).message;
  return { conversation, tools, settled, network, storage, sent };
}

/** Everything that was to happen at once has happened. */
const atOnce = (): Promise<void> => new Promise(setImmediate);

describe('a tool of the page', () => {
  it('runs when a reply asks for it, and its result becomes the output of the call', async () => {
    let given: unknown;
    const { settled } = await replyAsking({
      description: 'Put things into the cart',
      run: async input => {
        given = input;
        return { count: 1 };
      },
    });
    assert.deepEqual(await settled, { ...CALL, state: 'done', output: { count: 1 } });
    assert.deepEqual(given, { item: 'kettle' });
  });

  it('does not run for a call without an id, because nobody could tell whether it has run', async () => {
    let runs = 0;
    const { id: _, ...nameless } = CALL;
    await replyAsking({ description: 'Put things into the cart', run: () => void runs++ }, nameless);
    await atOnce();
    assert.equal(runs, 0);
  });

  it('waits for the visitor’s confirmation if it needs one, and runs once', async () => {
    let runs = 0;
    const { tools, settled, conversation } = await replyAsking({
      description: 'Put things into the cart',
      confirm: true,
      run: () => ++runs,
    });
    const request: ToolRequest = {
      callId: 'call-1',
      name: 'cart',
      description: 'Put things into the cart',
      input: { item: 'kettle' },
      messageKey: conversation.state.messages[1]!.key,
    };
    assert.deepEqual(tools.requests, [request]);
    assert.equal(runs, 0);
    await Promise.all([tools.answer('call-1', true), tools.answer('call-1', true)]);
    assert.equal(runs, 1);
    assert.deepEqual(await settled, { ...CALL, state: 'done', output: 1 });
    assert.deepEqual(tools.requests, []);
  });

  it('does not run when the visitor declines', async () => {
    const { tools, settled } = await replyAsking({
      description: '',
      confirm: true,
      run: () => assert.fail('ran'),
    });
    await tools.answer('call-1', false);
    assert.deepEqual(await settled, { ...CALL, state: 'failed', output: 'declined' });
  });

  it('is ignored with a warning if it cannot run', async t => {
    const warn = t.mock.method(console, 'warn', () => {});
    for (const odd of [
      { description: 'Put things into the cart' },
      { description: '', run: 'cart()' },
      null,
    ]) {
      warn.mock.resetCalls();
      const { conversation, tools } = await replyAsking(odd as never);
      await atOnce();
      assert.deepEqual(conversation.state.messages[1]!.parts[1], CALL);
      assert.deepEqual(tools.requests, []);
      assert.match(String(warn.mock.calls[0]?.arguments[0]), /cart.*run must be a function/);
    }
  });

  it('that throws is a failed call with its message, and the conversation continues', async () => {
    const { settled, conversation } = await replyAsking({
      description: '',
      run: () => {
        throw new Error('out of stock');
      },
    });
    assert.deepEqual(await settled, { ...CALL, state: 'failed', output: 'out of stock' });
    assert.equal(conversation.state.turn, undefined);
  });

  it('that throws something other than an error is a failed call, with its text if it has one', async () => {
    for (const [thrown, output] of [
      [{ code: 409, message: 'out of stock' }, 'out of stock'],
      ['out of stock', 'out of stock'],
      [{ message: { text: 'out of stock' } }, '[object Object]'],
      [Object.create(null), ''],
    ]) {
      const run = () => {
        throw thrown;
      };
      const { settled } = await replyAsking({ description: 'Put things into the cart', run });
      assert.deepEqual(await settled, { ...CALL, state: 'failed', output });
    }
  });

  it('with a result that cannot be stored is a failed call', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const { settled } = await replyAsking({ description: '', run: () => circle });
    assert.equal((await settled).state, 'failed');
  });

  for (const call of [
    { ...CALL, state: 'done', output: 7 },
    { ...CALL, state: 'failed' },
  ]) {
    it(`does not run for a call that the agent has ${call.state} itself`, async () => {
      const { tools } = await replyAsking({ description: '', run: () => assert.fail('ran') }, call);
      await atOnce();
      assert.deepEqual(tools.requests, []);
    });
  }

  it('runs for a call that a model has made and nobody has run', async () => {
    const { settled } = await replyAsking({ description: '', run: () => 7 }, { ...CALL, state: 'done' });
    assert.deepEqual(await settled, { ...CALL, state: 'done', output: 7 });
  });

  it('does not run if the page declines it', async () => {
    const asked: unknown[] = [];
    const { settled } = await replyAsking({ description: '', run: () => assert.fail('ran') }, CALL, {
      allows: call => asked.push(call) === 0,
    });
    assert.deepEqual(await settled, { ...CALL, state: 'failed', output: 'declined' });
    assert.deepEqual(asked, [{ name: 'cart', input: { item: 'kettle' } }]);
  });

  it('does not run, and its call has failed, if the page’s decision throws', async () => {
    const { settled } = await replyAsking({ description: '', run: () => assert.fail('ran') }, CALL, {
      allows: () => {
        throw new Error('no such list');
      },
    });
    assert.deepEqual(await settled, { ...CALL, state: 'failed', output: 'no such list' });
  });

  it('that is registered after the reply runs then', async () => {
    const { conversation, tools, settled } = await replyAsking(
      { description: '', run: () => 1 },
      {
        ...CALL,
        name: 'late',
      },
    );
    assert.equal(conversation.state.messages[1]!.taken, undefined);
    tools.register('late', { description: '', run: () => 'at last' });
    assert.equal((await settled).output, 'at last');
  });

  it('notifies listeners of the calls that wait for confirmation, until none does', async () => {
    const network = chatFetch(eventStream(sse(['One moment.'], ASKING)));
    const tool: ClientTool = { description: '', confirm: true, run: () => 1 };
    const { conversation, tools } = visit(network, new MemoryStorage(), tool);
    const heard: string[][] = [];
    const stop = tools.subscribe(() => heard.push(tools.requests.map(({ callId }) => callId)));
    await conversation.send('Put a kettle into my cart');
    await atOnce();
    await tools.answer('call-1', false);
    await atOnce();
    stop();
    await conversation.send('And a cup');
    await atOnce();
    assert.deepEqual(heard, [['call-1'], []]);
  });

  it('does nothing any more once the page has closed its tools', async () => {
    const network = chatFetch(eventStream(sse(['One moment.'], ASKING)));
    const tool: ClientTool = { description: '', run: () => assert.fail('ran') };
    const { conversation, tools } = visit(network, new MemoryStorage(), tool);
    tools.close();
    await conversation.send('Put a kettle into my cart');
    await atOnce();
    assert.deepEqual(conversation.state.messages[1]!.parts[1], CALL);
  });

  it('asks for nothing any more once the visitor has moved on to another question', async () => {
    const { conversation, tools } = await replyAsking({ description: '', confirm: true, run: () => 1 });
    assert.equal(tools.requests.length, 1);
    await conversation.send('Never mind');
    assert.deepEqual(tools.requests, []);
    await tools.answer('call-1', true);
    assert.deepEqual(conversation.state.messages[1]!.parts[1], CALL);
  });
});

describe('the result of a page tool', () => {
  it('is sent to the agent with the next question, once, and the visitor sees that', async () => {
    const { conversation, settled, sent } = await replyAsking({ description: '', run: () => ({ count: 1 }) });
    const result = await settled;
    await conversation.send('And now?');
    assert.equal(sent(1), 'And now?\n\n[Result of cart: {"count":1}]');
    assert.deepEqual(conversation.state.messages[2]!.parts, [{ type: 'text', text: 'And now?' }, result]);
    await conversation.retry();
    assert.equal(sent(2), sent(1), 'asked anew, it goes along again');
    await conversation.send('Thanks');
    assert.equal(sent(3), 'Thanks');
  });

  it('is sent again if the visitor edits the question that carried it', async () => {
    const { conversation, settled, sent } = await replyAsking({ description: '', run: () => 1 });
    await settled;
    await conversation.send('And no?');
    await conversation.editLast('And now?');
    assert.equal(sent(2), 'And now?\n\n[Result of cart: 1]');
  });

  it('may also be a failure or the visitor’s refusal', async () => {
    const failing = await replyAsking({
      description: '',
      run: () => {
        throw new Error('out of stock');
      },
    });
    await failing.settled;
    await failing.conversation.send('And now?');
    assert.match(failing.sent(1), /\[Failure of cart: "out of stock"\]$/);
    const refused = await replyAsking({ description: '', confirm: true, run: () => 1 });
    await refused.tools.answer('call-1', false);
    await refused.conversation.send('No');
    assert.match(refused.sent(1), /^No\n\n\[Failure of cart: "declined"\]$/);
  });

  it('is not sent if the message has no room for it, and the visitor’s text is never shortened', async () => {
    const { conversation, settled, sent } = await replyAsking({
      description: '',
      run: () => 'x'.repeat(500),
    });
    await settled;
    const long = '😀'.repeat(1600);
    await conversation.send(long);
    assert.equal(sent(1), long);
    assert.equal((conversation.state.messages[1]!.parts[1] as ToolCallPart).output, 'x'.repeat(500));
    await conversation.send('Short');
    assert.equal([...sent(2)].length, 'Short\n\n[Result of cart: ""]'.length + 500);
  });

  it('is dropped if three questions had no room for it', async () => {
    const { conversation, settled, sent } = await replyAsking({ description: '', run: () => 1 });
    await settled;
    for (let i = 0; i < 3; i++) await conversation.send('x'.repeat(2000));
    await conversation.send('Short');
    assert.equal(sent(4), 'Short');
  });

  it('survives a reload, is sent then, and the tool does not run a second time', async () => {
    let runs = 0;
    const tool: ClientTool = { description: '', run: () => ++runs };
    const before = await replyAsking(tool);
    const result = await before.settled;
    before.conversation.suspend();
    const { conversation, tools } = visit(before.network, before.storage, tool);
    await atOnce();
    assert.deepEqual(tools.requests, []);
    assert.deepEqual(conversation.state.messages[1]!.parts[1], result);
    await conversation.send('And now?');
    assert.equal(before.sent(1), 'And now?\n\n[Result of cart: 1]');
    assert.equal(runs, 1);
  });

  it('is “interrupted” if the page was left while the tool ran, and the tool does not run again', async () => {
    let runs = 0;
    const before = await replyAsking({ description: '', run: () => new Promise(() => runs++) });
    await atOnce();
    before.conversation.suspend();
    const { conversation, tools } = visit(before.network, before.storage, {
      description: '',
      run: () => runs++,
    });
    await atOnce();
    assert.deepEqual(tools.requests, []);
    assert.deepEqual(conversation.state.messages[1]!.parts[1], {
      ...CALL,
      state: 'failed',
      output: 'interrupted',
    });
    assert.equal(runs, 1);
  });

  it('waits for the visitor after a reload, also if the tool needs no confirmation', async () => {
    for (const confirm of [true, false]) {
      let runs = 0;
      const tool: ClientTool = { description: '', confirm, run: () => ++runs };
      const before = await replyAsking({ ...tool, confirm: true });
      before.conversation.suspend();
      const { conversation, tools } = visit(before.network, before.storage, tool);
      const settled = settledCall(conversation);
      await atOnce();
      assert.equal(runs, 0);
      assert.equal(tools.requests.length, 1);
      await tools.answer('call-1', true);
      assert.equal((await settled).output, 1);
    }
  });

  it('does not change if the visitor returns to the answer that asks for it: the tool does not run', async () => {
    let runs = 0;
    const tool: ClientTool = { description: '', run: () => ++runs };
    const { conversation, tools, settled } = await replyAsking({ ...tool, confirm: true });
    await conversation.retry();
    assert.equal(tools.requests.length, 0);
    tools.register('cart', tool);
    conversation.showVersion(conversation.state.messages[1]!.key, -1);
    await atOnce();
    assert.equal(runs, 0);
    await tools.answer('call-1', true);
    assert.equal((await settled).output, 1);
  });
});
