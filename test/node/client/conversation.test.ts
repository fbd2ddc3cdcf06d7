import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import type { ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, eventStream, refusal, sse } from '../../fakes/chat-fetch.ts';

function conversationOver(network: ChatFetch): Conversation {
  return new Conversation({
    client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch }),
  });
}

describe('a conversation', () => {
  it('appends to the reply token by token and keeps it when it is complete', async () => {
    const conversation = conversationOver(chatFetch(eventStream(sse(['Hel', 'lo ', '😀']))));
    const grown: string[] = [];
    conversation.subscribe(() => {
      const text = conversation.state.turn?.replyText;
      if (text && text !== grown.at(-1)) grown.push(text);
    });
    await conversation.send('Hi');
    assert.deepEqual(grown, ['Hel', 'Hello ', 'Hello 😀']);
    assert.equal(conversation.state.turn, undefined);
    assert.deepEqual(
      conversation.state.messages.map(m => [m.role, m.parts]),
      [
        ['user', [{ type: 'text', text: 'Hi' }]],
        ['assistant', [{ type: 'text', text: 'Hello 😀' }]],
      ],
    );
    assert.equal(conversation.state.conversationId, 'conversation-1');
  });

  it('keeps the visitor’s message and says why it was refused', async () => {
    const conversation = conversationOver(chatFetch(refusal(402, 'credits_exhausted')));
    await conversation.send('Hi');
    assert.equal(conversation.state.turn?.status, 'failed');
    assert.equal(conversation.state.turn?.error?.code, 'credits_exhausted');
    assert.equal(conversation.state.turn?.text, 'Hi');
  });

  it('tells the developer what is wrong with its options', async () => {
    const noEndpoint = { agentId: 'agent' } as unknown as { endpoint: string; agentId: string };
    const conversation = new Conversation({ client: new AgentClient(noEndpoint) });
    await conversation.send('Hi');
    const { error } = conversation.state.turn!;
    assert.equal(error?.code, 'internal');
    assert.match(error!.message, /^TypeError: .*undefined/);
  });

  it('keeps the partial reply when the visitor stops it', async () => {
    const network = chatFetch(eventStream(sse(['Hel', 'lo']).slice(0, 1), { end: 'hang' }));
    const conversation = conversationOver(network);
    const sent = conversation.send('Hi');
    await new Promise<void>(resolve =>
      conversation.subscribe(() => conversation.state.turn?.replyText === 'Hel' && resolve()),
    );
    conversation.stop();
    await sent;
    assert.deepEqual(conversation.state.messages.at(-1)?.parts, [{ type: 'text', text: 'Hel' }]);
    assert.equal(conversation.state.messages.at(-1)?.incomplete, 'stopped');
    assert.equal(network.seen.at(-1)?.method, 'DELETE');
    assert.equal(network.asked()[0]?.aborted, true);
  });
});
