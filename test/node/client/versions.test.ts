import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action, ConversationState } from '../../../src/client/index.ts';
import { AgentClient, Conversation, reduce } from '../../../src/client/index.ts';
import { textOf } from '../../../src/protocol/message.ts';
import { chatFetch, eventStream, sse } from '../../fakes/chat-fetch.ts';
import { MemoryStorage } from '../../fakes/memory-storage.ts';
import { AT, again, done, fail, run, send, token } from './actions.ts';

describe('a question that was asked again', () => {
  const texts = ({ messages }: ConversationState): string[] => messages.map(m => textOf(m.parts));
  const answer = (state: ConversationState) => state.messages.at(-1)!;
  const shows = (state: ConversationState, by: -1 | 1): ConversationState =>
    reduce(state, { type: 'version', key: answer(state).key, by });

  it('keeps all its answers, shows the newest, and can show any of them', () => {
    const state = run(send('Hi'), done('One'), again(true), done('Two'), again(true), done('Three'));
    assert.deepEqual(texts(state), ['Hi', 'Three']);
    const { key } = answer(state);
    const seen = [state];
    for (const by of [-1, -1, -1, 1] as const) seen.push(shows(seen.at(-1)!, by));
    assert.deepEqual(
      seen.map(({ messages }) => textOf(messages[1]!.parts)),
      ['Three', 'Two', 'One', 'One', 'Two'],
    );
    assert.ok(
      seen.every(({ messages }) => messages[1]!.key === key),
      'in one place of the log',
    );
    const { earlier, later } = answer(seen.at(-1)!).versions!;
    assert.deepEqual(
      [earlier, later].map(all => all.map(m => textOf(m.parts))),
      [['One'], ['Three']],
    );
  });

  it('keeps the rating of each answer', () => {
    const first = run(send('Hi'), done('One', 'first'));
    const rated = reduce(first, { type: 'feedback', key: answer(first).key, value: 'down' });
    const second = [again(true), done('Two', 'second')].reduce(reduce, rated);
    assert.deepEqual([answer(second).id, answer(second).feedback], ['second', undefined]);
    const back = shows(second, -1);
    assert.deepEqual([answer(back).id, answer(back).feedback], ['first', 'down']);
    assert.equal(answer(shows(back, 1)).feedback, undefined);
  });

  it('shows its previous answer if the new one fails', () => {
    const asked = [send('Hi'), done('One'), again(true)];
    const ends: Record<string, Action[]> = {
      'Hi, One': [{ type: 'stop', at: AT }],
      'Hi, One, Next': [fail(), send('Next')],
      'Hi, Two': [fail(false), again(true), done('Two')],
    };
    for (const [said, end] of Object.entries(ends))
      assert.equal(texts(run(...asked, ...end)).join(', '), said);
    const stopped = run(send('Hi'), done('One'), again(true), token('Tw'), { type: 'stop', at: AT });
    assert.deepEqual([answer(stopped).incomplete, textOf(answer(stopped).parts)], ['stopped', 'Tw']);
    assert.equal(textOf(answer(shows(stopped, -1)).parts), 'One');
  });

  it('keeps ten answers at most', () => {
    const more = Array.from({ length: 14 }, (_, n) => [again(true), done(`Answer ${n}`)]).flat();
    const { earlier } = answer(run(send('Hi'), done('First'), ...more)).versions!;
    assert.deepEqual([earlier.length, textOf(earlier[0]!.parts)], [9, 'Answer 4']);
  });

  it('keeps its answers over a reload, except damaged ones', async () => {
    const storage = new MemoryStorage();
    const open = (): Conversation => {
      const { fetch } = chatFetch(eventStream(sse(['One'])), eventStream(sse(['Two'])));
      const client = new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch });
      return new Conversation({ client, storage });
    };
    const first = open();
    await first.send('Hi');
    await first.retry();
    assert.deepEqual(texts(first.state), ['Hi', 'Two']);

    const later = open();
    later.showVersion(answer(later.state).key, -1);
    assert.deepEqual(texts(later.state), ['Hi', 'One']);
    assert.deepEqual(texts(open().state), ['Hi', 'One'], 'the one that was shown is shown');

    for (const [key, value] of storage.items) storage.setItem(key, value.replace('"later":[', '"later":[7,'));
    assert.deepEqual(texts(open().state), ['Hi']);
  });
});
