import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClientTool, ToolRequest } from '../../../src/client/index.ts';
import { AgentClient, ClientTools, Conversation } from '../../../src/client/index.ts';
import type { Part, ToolCallPart } from '../../../src/protocol/message.ts';
import { chatFetch, eventStream, reply, sse } from '../../fakes/chat-fetch.ts';

const CALL: Part = {
  type: 'tool-call',
  id: 'call-1',
  name: 'cart',
  state: 'running',
  input: { item: 'kettle' },
};

async function replyAsking(tool: ClientTool, call: Part = CALL) {
  const asking = { ...reply('One moment.'), parts: [{ type: 'text', text: 'One moment.' }, call] };
  const network = chatFetch(eventStream(sse(['One moment.'], asking)));
  const conversation = new Conversation({
    client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch }),
  });
  const tools = new ClientTools(conversation);
  tools.register('cart', tool);
  const settled = new Promise<Part>(resolve =>
    conversation.subscribe(action => {
      if (action.type === 'tool') resolve(conversation.state.messages[1]!.parts[1]!);
    }),
  );
  await conversation.send('Put a kettle into my cart');
  return { conversation, tools, settled };
}

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

  it('waits for the visitor’s word when it should, and runs once', async () => {
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

  it('does not run when the visitor says no', async () => {
    const { tools, settled } = await replyAsking({
      description: '',
      confirm: true,
      run: () => assert.fail('ran'),
    });
    await tools.answer('call-1', false);
    assert.deepEqual(await settled, { ...CALL, state: 'failed', output: 'declined' });
  });

  it('that throws is a failed call with its message, and the conversation goes on', async () => {
    const { settled, conversation } = await replyAsking({
      description: '',
      run: () => {
        throw new Error('out of stock');
      },
    });
    assert.deepEqual(await settled, { ...CALL, state: 'failed', output: 'out of stock' });
    assert.equal(conversation.state.turn, undefined);
  });

  it('with a result that can’t be kept is a failed call', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const { settled } = await replyAsking({ description: '', run: () => circle });
    assert.deepEqual(((await settled) as ToolCallPart).state, 'failed');
  });

  it('does not run for a call that the agent has done itself, nor for one from an earlier visit', async () => {
    const { conversation, tools } = await replyAsking(
      { description: '', run: () => assert.fail('ran') },
      { ...CALL, state: 'done', output: 7 },
    );
    conversation.restore({ messages: [{ role: 'assistant', parts: [CALL] }] });
    assert.deepEqual(tools.requests, []);
    assert.deepEqual(conversation.state.messages[0]?.parts, [CALL]);
  });
});
