import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action, ConversationState } from '../../../src/client/index.ts';
import { EMPTY_STATE, isRunning, reduce } from '../../../src/client/index.ts';
import { textOf } from '../../../src/protocol/message.ts';
import { AT, again, done, fail, frozen, send, token, unique } from './actions.ts';

/** Numbers that look random and are the same each time, so that a failure can be seen again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function anything(state: ConversationState, roll: (sides: number) => number): Action {
  const { messages } = state;
  const key = messages[roll(Math.max(1, messages.length))]?.key ?? 'nobody';
  const actions: (() => Action)[] = [
    () => send(`Question ${unique()}`),
    () => again(roll(2) === 0),
    () => ({ type: 'try' }),
    () => ({ type: 'open' }),
    () => token(['a', 'bc', '😀', ''][roll(4)]!, roll(2) === 0 ? String(unique()) : undefined),
    () => token('word ', String(unique())),
    () => ({ type: 'wait', reason: 'busy', ...(roll(2) === 0 && { until: AT + roll(9999) }) }),
    () => ({ type: 'lost' }),
    () => ({ type: 'restart' }),
    () => done(),
    () => fail(roll(2) === 0),
    () => ({ type: 'stop', at: AT }),
    () => ({ type: 'rewind', key }),
    () => ({ type: 'feedback', key, value: ([undefined, 'up', 'down'] as const)[roll(3)] }),
    () => ({ type: 'version', key, by: roll(2) === 0 ? -1 : 1 }),
    () => ({ type: 'read' }),
  ];
  return actions[roll(actions.length)]!();
}

/** What holds after anything that can happen. */
function check(before: ConversationState, action: Action, after: ConversationState): void {
  const keys = after.messages.map(m => m.key);
  assert.equal(new Set(keys).size, keys.length, 'no two messages have one key');
  const ids = after.messages.map(m => m.id);
  assert.equal(new Set(ids).size, ids.length, 'no two messages have one id');
  assert.ok(after.unread >= 0);
  const { turn } = after;
  if (turn) {
    assert.equal(after.messages.at(-1)?.key, turn.userKey, 'a turn answers the last message');
    assert.equal(after.messages.at(-1)?.role, 'user');
    assert.ok(!keys.includes(turn.replyKey), 'a reply is running or a message, never both');
    assert.equal(turn.status === 'failed', turn.error !== undefined);
    assert.ok(turn.status === 'waiting' || (turn.waitReason ?? turn.waitUntil) === undefined);
    if (turn.status === 'streaming') assert.ok(turn.mayExist);
  }
  if (turn && turn.idempotencyKey === before.turn?.idempotencyKey && action.type !== 'restart') {
    assert.ok(turn.replyText.startsWith(before.turn.replyText), 'what was read stays');
  }
  const ended = before.turn && !turn && action.type !== 'rewind' && action.type !== 'done';
  if (ended && before.turn?.replyText) {
    const kept = after.messages.find(m => m.key === before.turn?.replyKey);
    assert.equal(textOf(kept?.parts ?? []), before.turn.replyText, 'what was read is kept');
  }
  if (action.type === 'send') {
    assert.ok(isRunning(after));
    assert.equal(turn?.text, action.text);
  }
}

describe('random events in random order', () => {
  it('only append text, keep at most one turn, and never duplicate a message: 500 runs of 60 events', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const roll = dice(seed);
      let state = frozen({ ...EMPTY_STATE });
      const life: Action[] = [];
      for (let n = 0; n < 60; n++) {
        let action = anything(state, roll);
        // Nobody can send while a reply runs: the conversation refuses that before the reducer sees it.
        if (action.type === 'send' && isRunning(state)) action = { type: 'lost' };
        life.push(action);
        const next = frozen(reduce(state, frozen(action)));
        try {
          check(state, action, next);
        } catch (error) {
          throw new Error(`life ${seed}: ${life.map(a => a.type).join(' ')}`, { cause: error });
        }
        state = next;
      }
    }
  });

  it('lead to the same state in any tab', () => {
    const roll = dice(7);
    const life: Action[] = [];
    let state: ConversationState = EMPTY_STATE;
    for (let n = 0; n < 300; n++) {
      const action = anything(state, roll);
      life.push(action);
      state = reduce(state, action);
    }
    assert.deepEqual(structuredClone(life).reduce(reduce, EMPTY_STATE as ConversationState), state);
  });
});
