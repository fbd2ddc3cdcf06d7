import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action, ConversationState, Turn, TurnStatus } from '../../../src/client/index.ts';
import { EMPTY_STATE, reduce } from '../../../src/client/index.ts';
import { textOf } from '../../../src/protocol/message.ts';
import { reply } from '../../fakes/chat-fetch.ts';
import { AT, again, done, ERROR, fail, run, send, token } from './actions.ts';

/** A turn in each of its states, after one finished exchange. */
const BEFORE = [send('First'), done('One')];
const TURNS: Record<TurnStatus | 'streaming again', Action[]> = {
  sending: [send()],
  waiting: [send(), { type: 'wait', reason: 'rate-limit', until: AT + 5000 }],
  streaming: [send(), { type: 'open' }, token('Hel', '1')],
  interrupted: [send(), token('Hel', '1'), { type: 'lost' }],
  'streaming again': [send(), token('Hel', '1'), { type: 'lost' }, { type: 'try' }, { type: 'open' }],
  failed: [send(), token('Hel', '1'), fail()],
};
const RUNNING = (Object.keys(TURNS) as (keyof typeof TURNS)[]).filter(name => name !== 'failed');
const inState = (name: keyof typeof TURNS): ConversationState => run(...BEFORE, ...TURNS[name]);
const turnOf = (state: ConversationState): Turn => {
  assert.ok(state.turn, 'there is a turn');
  return state.turn;
};

describe('a turn in any state', () => {
  for (const name of RUNNING) {
    const state = inState(name);
    const { replyText } = turnOf(state);

    it(`appends a token: ${name}`, () => {
      const turn = turnOf(reduce(state, token('lo', '7')));
      assert.equal(turn.status, 'streaming');
      assert.equal(turn.replyText, `${replyText}lo`);
      assert.equal(turn.lastEventId, '7');
      assert.equal(turn.mayExist, true);
      assert.equal(turn.waitUntil ?? turn.waitReason ?? turn.error, undefined, 'nothing is left of the wait');
    });

    it(`keeps its position in the reply if a token has no id: ${name}`, () => {
      assert.equal(turnOf(reduce(state, token('lo'))).lastEventId, turnOf(state).lastEventId);
    });

    it(`waits, and says why and until when: ${name}`, () => {
      const turn = turnOf(reduce(state, { type: 'wait', reason: 'busy', until: AT + 1000 }));
      assert.deepEqual([turn.status, turn.waitReason, turn.waitUntil], ['waiting', 'busy', AT + 1000]);
      assert.equal(turn.replyText, replyText);
      const endless = turnOf(reduce(state, { type: 'wait', reason: 'offline' }));
      assert.equal('waitUntil' in endless, false, 'an older countdown does not go on');
    });

    it(`loses its connection and keeps the text: ${name}`, () => {
      const turn = turnOf(reduce(state, { type: 'lost' }));
      assert.deepEqual([turn.status, turn.replyText], ['interrupted', replyText]);
    });

    it(`is retried and opened: ${name}`, () => {
      const tried = reduce(state, { type: 'try' });
      assert.equal(turnOf(tried).status, replyText ? 'interrupted' : 'sending');
      const open = turnOf(reduce(tried, { type: 'open' }));
      assert.equal(open.status, replyText ? 'streaming' : 'sending');
      assert.equal(open.mayExist, true, 'the service has heard of it');
    });

    it(`starts its reply again, from its first event: ${name}`, () => {
      const turn = turnOf(reduce(state, { type: 'restart' }));
      assert.deepEqual([turn.replyText, turn.lastEventId], ['', undefined]);
    });

    it(`becomes a message, unread, with the same key: ${name}`, () => {
      const after = reduce(state, done('Hello', 'service-id'));
      assert.equal(after.turn, undefined);
      assert.equal(after.unread, state.unread + 1);
      assert.equal(after.conversationId, 'conversation-1');
      assert.deepEqual(after.messages.slice(0, -1), state.messages);
      const { id, key, role, incomplete } = after.messages.at(-1)!;
      assert.deepEqual(
        [id, key, role, incomplete],
        ['service-id', turnOf(state).replyKey, 'assistant', undefined],
      );
    });

    it(`fails with all its text, and can be continued: ${name}`, () => {
      const turn = turnOf(reduce(state, fail(false)));
      assert.deepEqual([turn.status, turn.error, turn.mayExist], ['failed', ERROR, false]);
      assert.equal(turn.replyText, replyText);
    });

    it(`stops with all its text: ${name}`, () => {
      const after = reduce(state, { type: 'stop', at: AT });
      assert.equal(after.turn, undefined);
      const kept = after.messages.at(-1)!;
      assert.deepEqual([kept.incomplete, textOf(kept.parts)], ['stopped', replyText]);
    });

    it(`is not started a second time while it runs: ${name}`, () => {
      assert.equal(reduce(state, again(true)), state);
      assert.equal(reduce(state, again(false)), state);
    });
  }

  const LATE: Action[] = [
    { type: 'try' },
    { type: 'open' },
    token('late', '99'),
    { type: 'wait', reason: 'busy' },
    { type: 'lost' },
    { type: 'restart' },
    done('late'),
    fail(),
  ];
  for (const action of LATE) {
    it(`ignores everything once it has ended: ${action.type}`, () => {
      for (const over of [EMPTY_STATE, run(...BEFORE), inState('failed')])
        assert.equal(reduce(over, action), over);
    });
  }

  it('that has just failed is stopped if another tab stopped it before', () => {
    const stop: Action = { type: 'stop', at: AT };
    for (const over of [EMPTY_STATE, run(...BEFORE)]) assert.equal(reduce(over, stop), over);
    const { turn, messages } = reduce(inState('failed'), stop);
    assert.deepEqual([turn, messages.at(-1)?.incomplete], [undefined, 'stopped']);
  });

  it('that ends without a text keeps the text so far', () => {
    for (const parts of [[], [{ type: 'text', text: '' }]]) {
      const ended = done('');
      assert.equal(ended.type, 'done');
      const after = reduce(inState('streaming'), {
        ...ended,
        message: { ...(ended as Extract<Action, { type: 'done' }>).message, parts },
      } as Action);
      assert.deepEqual([textOf(after.messages.at(-1)!.parts), after.turn], ['Hel', undefined]);
    }
  });

  it('that failed is resumed with its own key and text, or retried without them', () => {
    const failed = inState('failed');
    const joined = turnOf(reduce(failed, again(false)));
    assert.deepEqual(
      [joined.status, joined.idempotencyKey, joined.replyText, joined.lastEventId, joined.error],
      ['sending', turnOf(failed).idempotencyKey, 'Hel', '1', undefined],
    );
    const anew = reduce(failed, again(true));
    const turn = turnOf(anew);
    assert.notEqual(turn.idempotencyKey, turnOf(failed).idempotencyKey);
    assert.deepEqual([turn.replyText, turn.lastEventId, turn.mayExist], ['', undefined, false]);
    assert.deepEqual(anew.messages, failed.messages, 'the question is there once');
  });

  it('that failed stays above the next question if it has text, and is removed otherwise', () => {
    const after = run(...BEFORE, ...TURNS.failed, send('Next'));
    assert.deepEqual(
      after.messages.map(m => [textOf(m.parts), m.incomplete]),
      [
        ['First', undefined],
        ['One', undefined],
        ['Hi', undefined],
        ['Hel', 'failed'],
        ['Next', undefined],
      ],
    );
    assert.equal(run(send('Hi'), fail(), send('Next')).messages.length, 2);
  });

  it('leaves its conversation if the service does not know it', () => {
    const gone: Action = { type: 'fail', error: { code: 'not_found', message: 'no' }, mayExist: false };
    assert.equal(reduce(inState('sending'), gone).conversationId, undefined);
    assert.equal(reduce(inState('sending'), fail()).conversationId, 'conversation-1');
  });

  it('knows that the agent does not exist if no conversation was named', () => {
    const gone: Action = { type: 'fail', error: { code: 'not_found', message: 'no' }, mayExist: false };
    assert.equal(turnOf(run(send('Hi'), gone)).error?.unknownAgent, true);
    assert.equal(turnOf(reduce(inState('sending'), gone)).error?.unknownAgent, undefined);
    assert.equal(turnOf(run(send('Hi'), fail())).error?.unknownAgent, undefined);
  });
});

describe('an idle conversation', () => {
  it('asks its last question again and removes the reply to it', () => {
    const state = run(...BEFORE, again(true));
    assert.deepEqual(
      state.messages.map(m => m.role),
      ['user'],
    );
    assert.deepEqual([turnOf(state).text, turnOf(state).userKey], ['First', state.messages[0]!.key]);
    assert.equal(reduce(EMPTY_STATE, again(true)), EMPTY_STATE, 'there is nothing to ask anew');
  });

  it('returns to the state before a message, and does nothing for an unknown one', () => {
    const state = run(...BEFORE, ...TURNS.failed);
    const asked = turnOf(state).userKey;
    const back = reduce(state, { type: 'rewind', key: asked });
    assert.deepEqual([back.messages.length, back.turn], [2, undefined]);
    assert.equal(reduce(state, { type: 'rewind', key: 'nobody' }), state);
  });

  it('stores a rating, changes it and removes it, on one message', () => {
    const state = run(...BEFORE);
    const { key } = state.messages[1]!;
    const up = reduce(state, { type: 'feedback', key, value: 'up' });
    assert.deepEqual(
      up.messages.map(m => m.feedback),
      [undefined, 'up'],
    );
    assert.equal(up.messages[0], state.messages[0]);
    const none = reduce(up, { type: 'feedback', key, value: undefined });
    assert.equal('feedback' in none.messages[1]!, false);
  });

  it('has nothing unread once it was read, with as few changes as necessary', () => {
    const state = run(...BEFORE);
    assert.equal(state.unread, 1);
    const read = reduce(state, { type: 'read' });
    assert.equal(read.unread, 0);
    assert.equal(reduce(read, { type: 'read' }), read);
  });

  it('stores the result of a page tool in its call and nowhere else', () => {
    const calls = ['a', 'b'].map(id => ({ type: 'tool-call', id, name: 'cart', state: 'running' }));
    const message = { ...reply(''), parts: calls };
    const state = run(send(), { type: 'done', message, at: AT, here: true });
    const { key } = state.messages[1]!;
    const ran = reduce(state, { type: 'tool', messageKey: key, callId: 'b', state: 'done', output: 7 });
    assert.deepEqual(ran.messages[1]!.parts, [calls[0], { ...calls[1], state: 'done', output: 7 }]);
    assert.deepEqual(ran.messages[1]!.taken, ['b']);
    const twice = reduce(ran, { type: 'tool', messageKey: key, callId: 'b', state: 'done', output: 8 });
    assert.deepEqual(twice.messages[1]!.taken, ['b']);
  });

  it('is replaced as a whole', () => {
    const other = run(...BEFORE);
    assert.equal(reduce(inState('streaming'), { type: 'replace', state: other }), other);
  });
});
