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
    it(`becomes the draft again while ${why}, and leaves the conversation`, async () => {
      const network = chatFetch(answered, refused);
      const conversation = conversationOver(network);
      await conversation.send('Hi');
      const waiting = waits(conversation);
      const sent = conversation.send('Where is my ordre?');
      await waiting;
      conversation.unsend();
      await sent;
      assert.deepEqual(
        conversation.state.messages.map(m => textOf(m.parts)),
        ['Hi', 'Hello'],
      );
      assert.equal(conversation.state.turn, undefined);
      assert.equal(conversation.draft, 'Where is my ordre?');
      const last = network.seen.at(-1)!;
      assert.equal(last.method, 'DELETE', 'the proxy stops it, in case it had arrived');
      const asked = network.asked().length;
      assert.equal(asked, 2, 'and it is not sent again');
    });
  }

  it('can still be unsent by the former name takeBack', async () => {
    const conversation = conversationOver(chatFetch(busy));
    const waiting = waits(conversation);
    const sent = conversation.send('First');
    await waiting;
    conversation.takeBack();
    await sent;
    assert.equal(conversation.draft, 'First');
  });

  it('is put before what was typed since', async () => {
    const conversation = conversationOver(chatFetch(busy));
    const waiting = waits(conversation);
    const sent = conversation.send('First');
    await waiting;
    conversation.draft = 'Second';
    conversation.unsend();
    await sent;
    assert.equal(conversation.draft, 'First\nSecond');
  });

  it('leaves no conversation if it was the first, and its draft is stored for the next visit', async () => {
    const storage = new MemoryStorage();
    const conversation = conversationOver(chatFetch(busy), storage);
    const waiting = waits(conversation);
    const sent = conversation.send('First');
    await waiting;
    conversation.unsend();
    await sent;
    assert.deepEqual(conversation.earlier, []);
    assert.deepEqual(conversation.state.messages, []);
    assert.equal(conversation.draft, 'First');
    const next = conversationOver(chatFetch(busy), storage);
    assert.equal(next.draft, 'First');
    assert.equal(next.state.turn, undefined);
  });

  it('stays if it had an answer, which is shown again', async () => {
    const conversation = conversationOver(chatFetch(answered, busy));
    await conversation.send('Hi');
    const waiting = waits(conversation);
    const again = conversation.retry();
    await waiting;
    conversation.unsend();
    await again;
    assert.deepEqual(
      conversation.state.messages.map(m => textOf(m.parts)),
      ['Hi', 'Hello'],
    );
    assert.equal(conversation.draft, '');
  });

  it('cannot be unsent once its reply streams, nor if nothing was asked', async () => {
    const conversation = conversationOver(
      chatFetch(eventStream(sse(['Hel', 'lo']).slice(0, 1), { end: 'hang' })),
    );
    conversation.unsend();
    const sent = conversation.send('Hi');
    await new Promise<void>(resolve =>
      conversation.subscribe(() => conversation.state.turn?.replyText === 'Hel' && resolve()),
    );
    conversation.unsend();
    assert.equal(conversation.state.turn?.status, 'streaming');
    assert.equal(conversation.draft, '');
    conversation.stop();
    await sent;
  });
});
