import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, mock, test } from 'node:test';
import { defaultSettings } from '../../../src/protocol/settings.ts';
import type { ReplyPiece } from '../../../src/service/answerers/answerer.ts';
import { PassageStore } from '../../../src/service/knowledge/index/passage-store.ts';
import { ModelAnswerer } from '../../../src/service/model/model-answerer.ts';
import { ModelClient } from '../../../src/service/model/model-client.ts';
import { openDatabase } from '../../../src/service/storage/open-database.ts';
import { type OpenAiServer, openAiServer } from '../../fakes/openai-server.ts';
import { type Harness, startService, until } from './harness.ts';

const IDLE_TIMEOUT_MS = 60_000;
let provider: OpenAiServer;
let harness: Harness;
let answerer: ModelAnswerer;
let close: () => Promise<void>;

before(async () => {
  provider = await openAiServer();
  harness = await startService();
  const { database, engine } = await openDatabase({ dataDir: harness.folder });
  close = () => database.destroy();
  answerer = new ModelAnswerer({
    client: new ModelClient({ baseUrl: provider.url }),
    passages: new PassageStore(database, engine),
  });
});
beforeEach(() => {
  provider.seen.length = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => mock.timers.reset());
after(async () => {
  await close();
  await harness.end();
  await provider.close();
});

function reply(signal: AbortSignal = new AbortController().signal): AsyncIterator<ReplyPiece> {
  return answerer
    .reply({
      agentId: harness.agentId,
      turns: [{ role: 'user', text: 'Hello?' }],
      settings: { ...defaultSettings(), model: 'm' },
      streamed: true,
      signal,
    })
    [Symbol.asyncIterator]();
}

const never = (): Promise<void> => new Promise(() => {});

test('a model that never begins is given up after a minute, and its request ended', async () => {
  provider.script({ text: ['One'], before: never });
  const first = reply().next();
  await until(() => provider.seen.length === 1);
  mock.timers.tick(IDLE_TIMEOUT_MS);
  await assert.rejects(first, { code: 'upstream_unavailable', status: 504 });
  assert.equal(await provider.seen[0]!.over, false);
});

test('a model that falls silent midway is given up after a minute, and its request ended', async () => {
  provider.script({ text: ['One', 'Two'], before: piece => (piece === 1 ? never() : undefined) });
  const pieces = reply();
  assert.deepEqual((await pieces.next()).value, { type: 'text', text: 'One' });
  const second = pieces.next();
  mock.timers.tick(IDLE_TIMEOUT_MS - 1);
  assert.equal(await Promise.race([second, Promise.resolve('still waiting')]), 'still waiting');
  mock.timers.tick(1);
  await assert.rejects(second, { code: 'stream_interrupted' });
  assert.equal(await provider.seen[0]!.over, false);
});

test('an endpoint that leaves the connection open after its answer keeps no visitor waiting', async () => {
  let sent = false;
  provider.script({ text: ['One'], staysOpen: () => (sent = true) });
  const pieces = reply();
  await pieces.next();
  let end: ReplyPiece | undefined;
  const ending = pieces.next().then(({ value }) => (end = value));
  await until(() => sent);
  let waited = 0;
  for (; !end && waited < IDLE_TIMEOUT_MS; waited += 100) {
    mock.timers.tick(100);
    await new Promise(setImmediate);
  }
  await ending;
  assert.deepEqual(end, { type: 'finish', reason: 'stop' });
  assert.ok(waited < IDLE_TIMEOUT_MS / 2);
  assert.equal(await provider.seen[0]!.over, false);
});

test('a slow reader does not count as silence of the model', async () => {
  provider.script({ text: ['One', 'Two'] });
  const pieces = reply();
  await pieces.next();
  mock.timers.tick(3 * IDLE_TIMEOUT_MS);
  assert.deepEqual((await pieces.next()).value, { type: 'text', text: 'Two' });
  assert.deepEqual((await pieces.next()).value, { type: 'finish', reason: 'stop' });
});

test('a reader who stops reading ends the request without an error', async () => {
  provider.script({ text: ['One', 'Two'], before: piece => (piece === 1 ? never() : undefined) });
  const pieces = reply();
  await pieces.next();
  await pieces.return?.();
  assert.equal(await provider.seen[0]!.over, false);
});

test('an endless answer of a model is cut off at a length, and says so', async () => {
  provider.script({ text: Array.from({ length: 300 }, () => 'x'.repeat(1000)) });
  let length = 0;
  let last: ReplyPiece | undefined;
  const pieces = reply();
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    last = next.value;
    if (last.type === 'text') length += last.text.length;
  }
  assert.deepEqual(last, { type: 'finish', reason: 'length' });
  assert.ok(length > 200_000 && length < 210_000);
  assert.equal(await provider.seen[0]!.over, false);
});
