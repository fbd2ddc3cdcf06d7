import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import { textOf } from '../../../src/protocol/message.ts';
import type { Answer, ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, eventStream, refusal, sse } from '../../fakes/chat-fetch.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';

const down: Answer = () => {
  throw new TypeError('network down');
};
const busy = refusal(429, 'rate_limited', { 'Retry-After': '30' });
const answered = eventStream(sse(['Hello']));

function conversationOver(network: ChatFetch, storage = new MemoryStorage()): Conversation {
  const client = new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch });
  return new Conversation({ client, storage });
}

/** Resolves once the question waits to be sent. */
function waits(conversation: Conversation): Promise<void> {
  return new Promise(resolve => {
    conversation.subscribe(() => conversation.state.turn?.status === 'waiting' && resolve());
  });
}

describe('a question that waits to be sent', () => {
  for (const [why, refused] of Object.entries({
    'there is no network': down,
    'the limit is reached': busy,
  })) {
    it(`can be taken back while ${why}: it is gone from the conversation, and its words are the draft`, async () => {
      const network = chatFetch(answered, refused);
      const conversation = conversationOver(network);
      await conversation.send('Hi');
      const waiting = waits(conversation);
      const sent = conversation.send('Where is my ordre?');
      await waiting;
      conversation.takeBack();
      await sent;
      assert.deepEqual(
        conversation.state.messages.map(m => textOf(m.parts)),
        ['Hi', 'Hello'],
      );
      assert.equal(conversation.state.turn, undefined);
      assert.equal(conversation.draft, 'Where is my ordre?');
      const last = network.seen.at(-1)!;
      assert.equal(last.method, 'DELETE', 'the proxy is told, in case it had got through');
      const asked = network.asked().length;
      assert.equal(asked, 2, 'and it is asked no more');
    });
  }

  it('stands before what has been typed since', async () => {
    const conversation = conversationOver(chatFetch(busy));
    const waiting = waits(conversation);
    const sent = conversation.send('First');
    await waiting;
    conversation.draft = 'Second';
    conversation.takeBack();
    await sent;
    assert.equal(conversation.draft, 'First\nSecond');
  });

  it('leaves no conversation behind when it was the first, and the draft is there at the next visit', async () => {
    const storage = new MemoryStorage();
    const conversation = conversationOver(chatFetch(busy), storage);
    const waiting = waits(conversation);
    const sent = conversation.send('First');
    await waiting;
    conversation.takeBack();
    await sent;
    assert.deepEqual(conversation.earlier, []);
    assert.deepEqual(conversation.state.messages, []);
    assert.equal(conversation.draft, 'First');
    const next = conversationOver(chatFetch(busy), storage);
    assert.equal(next.draft, 'First');
    assert.equal(next.state.turn, undefined);
  });

  it('is not taken out of the conversation where it has had an answer: that one is in view again', async () => {
    const conversation = conversationOver(chatFetch(answered, busy));
    await conversation.send('Hi');
    const waiting = waits(conversation);
    const again = conversation.retry();
    await waiting;
    conversation.takeBack();
    await again;
    assert.deepEqual(
      conversation.state.messages.map(m => textOf(m.parts)),
      ['Hi', 'Hello'],
    );
    assert.equal(conversation.draft, '');
  });

  it('can’t be taken back any more once an answer comes, nor where nothing was asked', async () => {
    const conversation = conversationOver(
      chatFetch(eventStream(sse(['Hel', 'lo']).slice(0, 1), { end: 'hang' })),
    );
    conversation.takeBack();
    const sent = conversation.send('Hi');
    await new Promise<void>(resolve =>
      conversation.subscribe(() => conversation.state.turn?.replyText === 'Hel' && resolve()),
    );
    conversation.takeBack();
    assert.equal(conversation.state.turn?.status, 'streaming');
    assert.equal(conversation.draft, '');
    conversation.stop();
    await sent;
  });
});
