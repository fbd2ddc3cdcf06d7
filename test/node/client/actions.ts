import type { Action, ConversationState } from '../../../src/client/index.ts';
import { EMPTY_STATE, reduce } from '../../../src/client/index.ts';
import { reply } from '../../fakes/chat-fetch.ts';

export const AT: number = Date.UTC(2026, 0, 2);
export const ERROR = { code: 'upstream_unavailable', message: 'no' } as const;

let serial = 0;

export const unique = (): number => ++serial;
export const send = (text = 'Hi'): Extract<Action, { type: 'send' }> => {
  const n = ++serial;
  return {
    type: 'send',
    text,
    userKey: `user-${n}`,
    replyKey: `reply-${n}`,
    idempotencyKey: `key-${n}`,
    at: AT,
  };
};
export const token = (content: string, eventId?: string): Action => ({ type: 'token', content, eventId });
export const done = (text = 'Hello', id = `service-${++serial}`): Action => ({
  type: 'done',
  message: reply(text, { id }),
  at: AT,
  here: true,
});
export const again = (fresh: boolean): Action => {
  const n = ++serial;
  return { type: 'again', fresh, replyKey: `reply-${n}`, idempotencyKey: `key-${n}`, at: AT };
};
export const fail = (mayExist = true): Action => ({ type: 'fail', error: ERROR, mayExist });

/** Nothing that happens may change what was there before: whoever holds an old state keeps it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

export const run = (...actions: Action[]): ConversationState =>
  actions.reduce((state, action) => frozen(reduce(state, frozen(action))), frozen({ ...EMPTY_STATE }));
