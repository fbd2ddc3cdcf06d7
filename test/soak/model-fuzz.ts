/**
 * Has the service answer from a model's endpoint that cuts and frames its words in every way the protocol allows, and
 * breaks off in some. What was said must reach the visitor to the letter, and only a whole answer may be charged. Run by
 * `npm run fuzz:model`; FUZZ_CASES says how many, FUZZ_SEED which.
 */

import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { listenLocally } from '../../scripts/loopback.ts';
import { type AssistantMessage, textOf } from '../../src/protocol/message.ts';
import { randomFrom } from '../fakes/random.ts';
import { readEvents, startService } from '../node/service/harness.ts';
import { openTables } from '../node/service/tables.ts';
import { type ModelStream, modelStream } from './model-streams.ts';

const CASES = Number(process.env.FUZZ_CASES ?? 2000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const faults: string[] = [];
let stream: ModelStream;
let replies = 0;

const endpoint = createServer(socket => {
  let request = '';
  socket.on('error', () => {});
  socket.on('data', bytes => {
    request += bytes;
    if (/\r\n\r\n\{.*\}$/s.test(request)) void answer(socket);
  });
});
const harness = await startService({
  openaiBaseUrl: `http://127.0.0.1:${await listenLocally(endpoint)}/v1`,
  settings: { model: 'm' },
});
await openTables(harness, tables =>
  tables.updateTable('plans').set({ requests_per_minute: 1e9, requests_per_agent_day: 1e9 }).execute(),
);

for (let i = 0; i < CASES; i++) {
  stream = modelStream(randomFrom(SEED * 1_000_000 + i));
  const { said, done } = await ask(i % 3 > 0);
  const fault = faultOf(stream, said, done);
  if (fault) faults.push(`case ${i}: ${fault}, of ${JSON.stringify(stream.said)}: ${JSON.stringify(said)}`);
  if (done) replies++;
}
const charges = await openTables(harness, tables => tables.selectFrom('charges').select('state').execute());
const settled = charges.filter(({ state }) => state === 'settled').length;
const open = charges.filter(({ state }) => state === 'reserved').length;
if (settled !== replies || open > 0) faults.push(`${replies} replies: ${settled} charged, ${open} left open`);
console.log(`${CASES} answers (seed ${SEED}), ${replies} of them whole, ${faults.length} faults`);
assert.deepEqual(faults.slice(0, 10), []);
await harness.end();
endpoint.close();

async function answer(socket: Socket): Promise<void> {
  const { head, slices, reset } = stream;
  socket.setNoDelay(true);
  for (const slice of [head, ...slices]) {
    await new Promise<void>(sent => socket.write(slice, () => setImmediate(sent)));
  }
  if (reset) socket.resetAndDestroy();
  else socket.end();
}

async function ask(streamed: boolean): Promise<{ said: string; done: AssistantMessage | undefined }> {
  const response = await harness.chat({ message: 'Hello?', stream: streamed });
  const text = await response.text();
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    const { data } = JSON.parse(text) as { data?: AssistantMessage };
    return { said: data ? textOf(data.parts) : '', done: data };
  }
  const events = readEvents(text);
  const last = events.at(-1);
  return {
    said: events.map(event => (event.type === 'token' ? event.content : '')).join(''),
    done: last?.type === 'done' ? last.data : undefined,
  };
}

function faultOf(
  { said: wanted, whole, finishReason }: ModelStream,
  said: string,
  done: AssistantMessage | undefined,
): string | undefined {
  if (!whole) {
    if (done) return 'a broken answer passed for a whole one';
    return wanted.startsWith(said) ? undefined : 'what was shown was not said';
  }
  if (!done) return 'a whole answer was refused';
  if (said !== wanted || textOf(done.parts) !== wanted) return 'what was shown was not said';
  return done.metadata.finishReason === finishReason ? undefined : 'another finish reason';
}
