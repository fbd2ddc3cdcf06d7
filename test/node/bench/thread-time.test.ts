import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerOf, lastWordsOf } from '../../../bench/answers.ts';
import { timeOf } from '../../../bench/thread-time.ts';

const main = { ph: 'X', pid: 1, tid: 1 };
const task = { ...main, name: 'ThreadControllerImpl::RunTask' };
const microtasks = { ...main, name: 'BlinkScheduler_PerformMicrotaskCheckpoint' };

describe('what the bench counts', () => {
  it('counts the promises after a task as part of it, and nothing twice', () => {
    const time = timeOf([
      { ...microtasks, ts: 20_000, dur: 5000, tdur: 4000 },
      { ...task, ts: 0, dur: 20_000, tdur: 10_000 },
      { ...microtasks, ts: 1000, dur: 2000, tdur: 2000 },
      { ...task, ts: 30_000, dur: 3000, tdur: 3000 },
    ]);
    assert.deepEqual(time, { total: 17, longest: 14 });
  });

  it('recognises each kind of answer by text that it contains once it is rendered', () => {
    for (const kind of ['blocks', 'code', 'table', 'list', 'paragraph']) {
      for (const length of [1, 2048, 65_536]) {
        const { words, times } = lastWordsOf(kind, answerOf(kind, length));
        assert.ok(times > 0, `${kind} of ${length}`);
        assert.doesNotMatch(words, /[*`|]/);
      }
    }
  });
});
