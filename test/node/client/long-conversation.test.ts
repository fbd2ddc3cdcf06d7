import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { WebStorage } from '../../../src/client/index.ts';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import { chatFetch, eventStream, sse } from '../../fakes/chat-fetch.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';
import { workSince } from '../work.ts';

/** A browser's storage: five megabytes, then it refuses. */
class SmallStorage extends MemoryStorage {
  writes = 0;

  get used(): number {
    let used = 0;
    for (const [key, value] of this.items) used += key.length + value.length;
    return used;
  }

  override setItem(key: string, value: string): void {
    this.writes++;
    const more = value.length - (this.items.get(key)?.length ?? 0);
    if (this.used + more > 5_000_000) throw new DOMException('full', 'QuotaExceededError');
    super.setItem(key, value);
  }
}

function conversationIn(storage: WebStorage, tokens: string[]): Conversation {
  const network = chatFetch(eventStream(sse(tokens)));
  return new Conversation({
    client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch }),
    storage,
  });
}

describe('a long conversation', () => {
  it('of 500 exchanges with answers of 64 KB is complete, and its latest part is there after a reload', async () => {
    const storage = new SmallStorage();
    const answer = 'x'.repeat(64 * 1024);
    const conversation = conversationIn(storage, [answer]);
    for (let i = 0; i < 500; i++) await conversation.send(`Question ${i}`);
    assert.equal(conversation.state.messages.length, 1000);
    assert.ok(storage.used < 500_000, `${storage.used} characters stored`);
    const later = conversationIn(storage, ['y']);
    const kept = later.state.messages;
    assert.ok(kept.length > 8 && kept.length <= 200, `${kept.length} messages kept`);
    assert.deepEqual(kept.at(-1)?.parts, [{ type: 'text', text: answer }]);
    assert.deepEqual(kept.at(-2)?.parts, [{ type: 'text', text: 'Question 499' }]);
  });

  it('costs the same for each token, however long the answer has become', async () => {
    const storage = new SmallStorage();
    const time = async (count: number): Promise<number> => {
      const conversation = conversationIn(
        storage,
        Array.from({ length: count }, () => 'word '),
      );
      const start = process.cpuUsage();
      await conversation.send('Hi');
      return workSince(start);
    };
    await time(2000);
    const short = Math.min(await time(4000), await time(4000), await time(4000));
    const long = Math.min(await time(16_000), await time(16_000));
    // Four times the tokens; sixteen times would be work that grows with the answer.
    assert.ok(long / short < 9, `4,000 tokens took ${short} ms, 16,000 took ${long} ms`);
  });

  it('stores a growing answer now and then, not at each token', async () => {
    const storage = new SmallStorage();
    const conversation = conversationIn(
      storage,
      Array.from({ length: 5000 }, () => 'word '),
    );
    await conversation.send('Hi');
    assert.ok(storage.writes < 50, `${storage.writes} writes`);
  });

  it('keeps nothing of a connection that has ended: 300 answers of 100 KB do not add up', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = async (): Promise<number> => {
      // A line is let go of a second after its last event.
      t.mock.timers.tick(1000);
      for (let i = 0; i < 4; i++) {
        await new Promise(setImmediate);
        collect();
      }
      return process.memoryUsage().heapUsed;
    };
    const tokens = ['x'.repeat(100_000)];
    const ask = async (times: number): Promise<void> => {
      for (let i = 0; i < times; i++) {
        const conversation = conversationIn(new SmallStorage(), tokens);
        await conversation.send('Hi');
      }
    };
    await ask(20);
    const before = await used();
    await ask(300);
    const grown = (await used()) - before;
    assert.ok(grown < 5_000_000, `${grown} bytes more`);
  });
});
