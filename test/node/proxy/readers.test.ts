import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { followLog } from '../../../src/proxy/replies/follow-log.ts';
import { ReplyLog } from '../../../src/proxy/replies/reply-log.ts';

/** Each of so many visitors reads a reply of his own; returns the replies, what each has read and who has left. */
function readers(count: number, write = (_reader: number, _text: string): void => {}) {
  const logs = Array.from({ length: count }, () => new ReplyLog());
  const heard = logs.map(() => '');
  const left: number[] = [];
  for (const [reader, log] of logs.entries()) {
    const output = {
      ready: () => true,
      write(bytes: Uint8Array, from: number, to: number): void {
        const text = new TextDecoder().decode(bytes.subarray(from, to));
        write(reader, text);
        heard[reader] += text;
      },
      end() {},
    };
    followLog(log, output, { after: 0, heartbeat: 60_000, onClose: () => left.push(reader) });
  }
  const say = (event: string): void => {
    for (const log of logs) log.append([event]);
  };
  const end = (): void => {
    for (const log of logs) log.finish({ type: 'error', code: 'stream_interrupted', message: 'over' });
  };
  return { heard, left, say, end };
}

for (const count of [1, 15, 16, 17, 100]) {
  test(`of ${count} simultaneous replies each is read whole and in order`, async () => {
    const { heard, left, say, end } = readers(count);
    say('"one"');
    await turn();
    say('"two"');
    say('"three"');
    end();
    await turn();
    for (const text of heard) {
      assert.match(
        text,
        /^id: 1\ndata: "one"\n\nid: 2\ndata: "two"\n\nid: 3\ndata: "three"\n\nid: 4\ndata: \{"type":"error"/,
      );
    }
    assert.equal(left.length, count);
  });
}

test('the first token of a reply does not wait for other readers', async () => {
  const { heard, say, end } = readers(3);
  say('"one"');
  await undefined;
  const atOnce = [...heard];
  end();
  assert.deepEqual(atOnce, Array(3).fill('id: 1\ndata: "one"\n\n'));
});

for (const word of ['"one"', '"two"']) {
  test(`a visitor whose connection fails on ${word} takes no other one along`, async () => {
    const { heard, left, say, end } = readers(20, (reader, text) => {
      if (reader === 3 && text.includes(word)) throw new TypeError('the stream is closed');
    });
    say('"one"');
    await turn();
    say('"two"');
    await turn();
    assert.deepEqual(left, [3]);
    assert.equal(heard.filter(text => text.includes('"two"')).length, 19);
    end();
    await turn();
    assert.equal(left.length, 20);
  });
}
