import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { textOf } from '../../../src/protocol/message.ts';
import { type OpenAiServer, openAiServer } from '../../fakes/openai-server.ts';
import { type Harness, startService } from './harness.ts';

let provider: OpenAiServer;
let harness: Harness;

before(async () => {
  provider = await openAiServer();
  harness = await startService({ openaiBaseUrl: provider.url });
});
after(async () => {
  await harness.end();
  await provider.close();
});

async function answerWith(between: string, split?: 'bytes'): Promise<string> {
  provider.script({ text: ['By ', 'hand.'], between, ...(split && { split }) });
  return textOf((await harness.ask('How do I wash a tent?')).parts);
}

for (const [how, lines] of [
  ['a comment', ': still here\n\n'],
  ['an event without data', 'event: ping\n\n'],
  ['empty data', 'data:\n\n'],
  ['data of a space', 'event: keepalive\r\ndata: \r\n\r\n'],
  ['data that is null', 'data: null\n\n'],
] as const) {
  test(`an endpoint that keeps the connection alive by ${how} is awaited until its answer is there`, async () => {
    assert.equal(await answerWith(lines), 'By hand.');
    assert.equal(await answerWith(lines, 'bytes'), 'By hand.');
  });
}

test('of an endpoint that gives several answers at once, the first is shown', async () => {
  const another = { index: 1, delta: { content: 'Never.' }, finish_reason: 'stop' };
  assert.equal(await answerWith(`data: ${JSON.stringify({ choices: [another] })}\n\n`), 'By hand.');
  const first = { index: 0, delta: { content: '…' }, finish_reason: null };
  const both = JSON.stringify({ choices: [another, first] });
  assert.equal(await answerWith(`data: ${both}\n\n`), '…By …hand.');
});

test('an endpoint that sends no finish reason but [DONE] has sent its whole answer', async () => {
  provider.script({ text: ['By ', 'hand.'], ending: 'say only [DONE]' });
  const { parts, metadata } = await harness.ask('How do I wash a tent?');
  assert.equal(textOf(parts), 'By hand.');
  assert.equal(metadata.finishReason, 'stop');
});

test('what an endpoint sends after [DONE] is not part of its answer', async () => {
  const more = { index: 0, delta: { content: ' Or by machine.' }, finish_reason: 'length' };
  const afterDone = `data: ${JSON.stringify({ choices: [more] })}\n\ndata: rubbish\n\ndata: [DONE]\n\n`;
  for (const ending of [undefined, 'say only [DONE]'] as const) {
    provider.script({ text: ['By ', 'hand.'], afterDone, ...(ending && { ending }) });
    const { parts, metadata } = await harness.ask('How do I wash a tent?');
    assert.equal(textOf(parts), 'By hand.');
    assert.equal(metadata.finishReason, 'stop');
  }
});
