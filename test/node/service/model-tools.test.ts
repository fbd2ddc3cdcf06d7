import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isToolCallPart, type ToolCallPart } from '../../../src/protocol/message.ts';
import { openCompletion } from '../../../src/service/model/completion.ts';
import type { ModelClient } from '../../../src/service/model/model-client.ts';
import { ToolCalls } from '../../../src/service/model/tool-calls.ts';
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

const OFFERED = [{ name: 'weather', description: 'Says how warm it is' }];

/** The calls that the reader finds in a stream, and whether the model has finished. Rejects for a broken stream. */
async function readCalls(pieces: readonly Uint8Array[]): Promise<{ parts: ToolCallPart[]; ended: boolean }> {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece);
      stream.close();
    },
  });
  const response = new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  const create = () => ({ asResponse: async () => response });
  const client = {
    modelOr: async () => 'm',
    unsupportedBy: () => new Set(),
    sdk: async () => ({ chat: { completions: { create } } }),
  } as unknown as ModelClient;
  const { signal } = new AbortController();
  const calls = new ToolCalls();
  let ended = false;
  const request = { model: 'm', temperature: null, messages: [], tools: OFFERED, signal };
  for await (const { toolCalls, finishReason } of await openCompletion(client, request)) {
    for (const call of toolCalls) calls.add(call);
    ended ||= finishReason !== undefined;
  }
  return { parts: calls.parts(OFFERED), ended };
}

/** Two calls in pieces, with quotes, escapes and characters of several bytes in their input. */
function streamOfCalls(newline: string): Uint8Array {
  const json = [{ city: 'Tromsø "øst"' }, { city: '東京😀' }].map(input => JSON.stringify(input));
  const deltas = json.flatMap((text, index) => [
    { index, id: `c${index}`, type: 'function', function: { name: 'weather', arguments: '' } },
    ...[text.slice(0, 9), text.slice(9)].map(part => ({ index, function: { arguments: part } })),
  ]);
  const choices = [
    ...deltas.map(call => ({ index: 0, delta: { tool_calls: [call] }, finish_reason: null })),
    { index: 0, delta: {}, finish_reason: 'tool_calls' },
  ];
  const events = [...choices.map(choice => JSON.stringify({ choices: [choice] })), '[DONE]'];
  return new TextEncoder().encode(events.map(data => `data: ${data}${newline}${newline}`).join(''));
}

for (const [name, newline] of [
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
] as const) {
  test(`calls of offered tools are the same wherever the stream is cut in two, with ${name}`, async () => {
    const bytes = streamOfCalls(newline);
    const whole = await readCalls([bytes]);
    assert.deepEqual(
      whole.parts.map(({ id, state, input, awaitsResult }) => [id, state, input, awaitsResult]),
      [
        ['c0', 'done', { city: 'Tromsø "øst"' }, true],
        ['c1', 'done', { city: '東京😀' }, true],
      ],
    );
    for (let at = 1; at < bytes.length; at++)
      assert.deepEqual(await readCalls([bytes.slice(0, at), bytes.slice(at)]), whole, `cut at ${at}`);
    assert.deepEqual(await readCalls([...bytes].map(byte => Uint8Array.of(byte))), whole, 'byte by byte');
  });

  test(`a stream that ends early never gives a call another input, with ${name}`, async () => {
    const bytes = streamOfCalls(newline);
    const whole = await readCalls([bytes]);
    for (let at = 0; at < bytes.length; at++) {
      const read = await readCalls([bytes.slice(0, at)]).catch(() => undefined);
      if (read?.ended) assert.deepEqual(read, whole, `ended at ${at}`);
      for (const part of read?.parts ?? [])
        if (part.state === 'done' && part.input !== undefined)
          assert.ok(
            whole.parts.some(({ input }) => JSON.stringify(input) === JSON.stringify(part.input)),
            `ended at ${at}`,
          );
    }
  });
}
