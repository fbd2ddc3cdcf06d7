import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isToolCallPart } from '../../../src/protocol/message.ts';
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

const weather = (city: string, more: object = {}): object => ({
  ...more,
  function: { name: 'weather', arguments: JSON.stringify({ city }) },
});
const twoCalls: [string, readonly object[][]][] = [
  ['without a number', [[weather('Oslo', { id: 'a' })], [weather('Rome', { id: 'b' })]]],
  ['without a number or an id', [[weather('Oslo'), weather('Rome')]]],
  ['with one number', [[weather('Oslo', { index: 0, id: 'a' })], [weather('Rome', { index: 0, id: 'b' })]]],
  [
    'in pieces without a number',
    [
      [{ id: 'a', function: { name: 'weather', arguments: '{"city":' } }],
      [{ function: { arguments: '"Oslo"}' } }],
      [weather('Rome', { id: 'b' })],
    ],
  ],
  [
    'with a new id for each piece',
    [
      [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":' } }],
      [{ index: 0, id: 'x', function: { arguments: '"Oslo"}' } }],
      [weather('Rome', { index: 1, id: 'b' })],
    ],
  ],
];

const given = (city: string, index: number): object => ({
  index,
  id: city,
  function: { name: 'weather', arguments: { city } },
});
twoCalls.push(['with objects for their input', [[given('Oslo', 0), given('Rome', 1)]]]);

twoCalls.push(
  ['with numbers for ids', [[weather('Oslo', { index: 0, id: 0 })], [weather('Rome', { index: 1, id: 1 })]]],
  ['with one id', [[weather('Oslo', { index: 0, id: '0' })], [weather('Rome', { index: 1, id: '0' })]]],
);

for (const [how, pieces] of twoCalls) {
  test(`two tool calls of a model that sends them ${how} are two parts`, async () => {
    const deltas = pieces.map(tool_calls => ({ tool_calls }));
    provider.script({ text: ['Looking.'], deltas, finishReason: 'tool_calls' });
    const calls = (await harness.ask('Warmer in Oslo or in Rome?')).parts.filter(isToolCallPart);
    assert.deepEqual(
      calls.map(({ state, input }) => [state, input]),
      [
        ['done', { city: 'Oslo' }],
        ['done', { city: 'Rome' }],
      ],
    );
    assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
    assert.ok(calls.every(({ id }) => typeof id === 'string'));
  });
}
