import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { textOf } from '../../../src/protocol/message.ts';
import { type CompletionBody, type OpenAiServer, openAiServer } from '../../fakes/openai-server.ts';
import { type Harness, readEvents, startService } from './harness.ts';

let ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends) await end();
  ends = [];
});

async function start(
  options: Parameters<typeof startService>[0] = {},
  query = '',
): Promise<[Harness, OpenAiServer]> {
  const provider = await openAiServer({ models: ['m'] });
  const harness = await startService({ openaiBaseUrl: provider.url + query, ...options });
  ends.push(
    () => harness.end(),
    () => provider.close(),
  );
  return [harness, provider];
}

const roles = (body: CompletionBody): string[] => body.messages.map(({ role }) => role);
const FEATURES: Record<string, { refuses: (body: CompletionBody) => boolean; names: string }> = {
  temperature: { refuses: body => body.temperature !== undefined, names: 'temperature' },
  'the system role': { refuses: body => roles(body).includes('system'), names: 'System role' },
};
/** Errors that name the feature, or not. */
const ERRORS: Record<string, (name: string) => { status: number; errorBody: unknown }> = {
  'a param': name => ({
    status: 400,
    errorBody: { error: { message: 'No.', param: name, code: 'unsupported_value' } },
  }),
  'param: null and a message': name => ({
    status: 400,
    errorBody: { error: { message: `${name} is not supported with this model.`, param: null, code: null } },
  }),
  'no hint at all': () => ({
    status: 400,
    errorBody: { error: { message: 'Invalid request.', param: null } },
  }),
  'an empty body': () => ({ status: 400, errorBody: '' }),
  'a detail': name => ({ status: 400, errorBody: { detail: `${name} not supported` } }),
  'a list of details': name => ({
    status: 422,
    errorBody: { detail: [{ loc: ['body', name], msg: 'extra fields not permitted' }] },
  }),
  'a detail without a hint': () => ({ status: 422, errorBody: { detail: 'Unprocessable Entity' } }),
  'a text as error': name => ({ status: 400, errorBody: { error: `${name} not supported` } }),
  'a list of errors': name => ({
    status: 400,
    errorBody: [{ error: { code: 400, message: `${name}: invalid` } }],
  }),
  null: () => ({ status: 400, errorBody: null }),
  'an empty list': () => ({ status: 422, errorBody: [] }),
  'an error of null': () => ({ status: 400, errorBody: { error: null } }),
  'a problem document': name => ({
    status: 400,
    errorBody: { type: 'about:blank', title: 'Bad Request', detail: `${name} is not supported` },
  }),
  'a number as code': name => ({
    status: 400,
    errorBody: {
      object: 'error',
      message: `${name} not allowed`,
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  }),
};

describe('a model that rejects an optional feature', () => {
  for (const [feature, { refuses, names }] of Object.entries(FEATURES)) {
    for (const [shape, error] of Object.entries(ERRORS)) {
      test(`${feature}, with ${shape}, is asked again without it, and later requests omit it`, async () => {
        const [harness, provider] = await start({ settings: { instructions: 'Be brief.', temp: 0.5 } });
        provider.script({ ...error(names), refuses, text: ['Yes.'] });
        for (const stream of [true, false]) {
          const response = await harness.chat({ message: 'Hello?', stream });
          assert.equal(response.status, 200);
          assert.match(await response.text(), /Yes\./);
        }
        const accepted = provider.seen.filter(({ body }) => !refuses(body));
        assert.equal(accepted.length, 2);
        assert.equal(refuses(provider.seen.at(-1)!.body), false);
        const first = provider.seen.findIndex(({ body }) => !refuses(body));
        assert.equal(provider.seen.length, first + 2, 'the second question is asked once');
        assert.ok(first <= 2);
        // The instructions are never lost, and nothing else is left out.
        const last = provider.seen.at(-1)!.body;
        assert.match(JSON.stringify(last.messages), /Be brief\./);
        if (feature === 'temperature') assert.ok(roles(last).includes('system'));
      });
    }
  }

  test('a model that rejects the temperature and the system role is asked without both', async () => {
    const [harness, provider] = await start({ settings: { instructions: 'Be brief.', temp: 0.5 } });
    const refuses = (body: CompletionBody): boolean =>
      body.temperature !== undefined || roles(body).includes('system');
    provider.script({ status: 400, errorBody: { detail: 'Bad Request' }, refuses, text: ['Yes.'] });
    assert.equal(textOf((await harness.ask('Hello?')).parts), 'Yes.');
    assert.equal(textOf((await harness.ask('Hello again?')).parts), 'Yes.');
    assert.equal(provider.seen.length, 4);
  });

  test('a router that finds no endpoint for a parameter is asked again without it', async () => {
    for (const status of [404, 501]) {
      const [harness, provider] = await start({ settings: { instructions: 'Be brief.', temp: 0.5 } });
      const refuses = (body: CompletionBody): boolean => body.temperature !== undefined;
      const message = 'No endpoints found that support the requested parameters: temperature';
      provider.script({ status, errorBody: { error: { message, code: status } }, refuses, text: ['Yes.'] });
      assert.equal(textOf((await harness.ask('Hello?')).parts), 'Yes.', String(status));
      assert.equal(provider.seen.length, 2);
    }
  });

  test('streaming is left out only if the error names it', async () => {
    const [harness, provider] = await start();
    const refuses = (body: CompletionBody): boolean => body.stream === true;
    const detail = 'Streaming is not supported for this model';
    provider.script({ status: 422, errorBody: { detail }, refuses, text: ['Yes.'] });
    assert.equal(textOf((await harness.ask('Hello?')).parts), 'Yes.');
    assert.equal(provider.seen.length, 2);
  });

  test('a model that rejects every request is asked three times, and once if the error is final', async () => {
    const [harness, provider] = await start({ settings: { temp: 0.5 } });
    provider.script({ status: 400, errorBody: { detail: 'Bad Request' } });
    assert.equal((await harness.chat({ message: 'Hello?' })).status, 502);
    assert.equal(provider.seen.length, 3);
    provider.seen.length = 0;
    provider.script({ status: 400, error: { code: 'context_length_exceeded' } });
    assert.equal((await harness.chat({ message: 'Hello?' })).status, 502);
    assert.equal(provider.seen.length, 1);
  });
});

test('`temp: null` sends no temperature', async () => {
  const [harness, provider] = await start({ settings: { temp: null } });
  await harness.ask('Hello?');
  assert.equal('temperature' in provider.seen[0]!.body, false);
});

test('the query of the base URL follows the path of each request', async () => {
  const [harness, provider] = await start({}, '?api-version=2026-01-01&x=a%20b');
  await harness.ask('Hello?');
  assert.equal(provider.seen[0]!.url, '/v1/chat/completions?api-version=2026-01-01&x=a%20b');
  assert.equal(provider.seen[0]!.body.model, 'm', 'the list of models has the query, too');
});

describe('the end of a stream', () => {
  const chunk = (content: string, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}`;
  const ENDINGS: Record<string, string> = {
    'the finish reason without a blank line': `${chunk('By ')}\n\n${chunk('hand.', 'stop')}`,
    'the finish reason and one newline': `${chunk('By ')}\n\n${chunk('hand.', 'stop')}\n`,
    '[DONE] without a newline': `${chunk('By ')}\n\n${chunk('hand.')}\n\ndata: [DONE]`,
    '[DONE] and one newline': `${chunk('By ')}\n\n${chunk('hand.')}\n\ndata: [DONE]\n`,
    '[DONE] after carriage returns': `${chunk('By ')}\r\n\r\n${chunk('hand.')}\r\n\r\ndata:[DONE]\r`,
  };
  for (const [ending, raw] of Object.entries(ENDINGS)) {
    for (const split of ['events', 'bytes'] as const) {
      test(`may be ${ending} (in ${split})`, async () => {
        const [harness, provider] = await start();
        provider.script({ raw, split });
        const events = readEvents(await (await harness.chat({ message: 'How?', stream: true })).text());
        const last = events.at(-1)!;
        assert.ok(last.type === 'done');
        assert.equal(textOf(last.data.parts), 'By hand.');
        assert.equal(last.data.metadata.finishReason, 'stop');
      });
    }
  }

  for (const data of [
    'data: {"message":"x"}\n',
    'data: overloaded\n',
    'data:\n',
    '',
    'data: {"choices":[]}\n',
  ]) {
    test(`is an error after a named error event with ${JSON.stringify(data)}`, async () => {
      const [harness, provider] = await start();
      for (const blank of ['\n', '']) {
        provider.script({ raw: `${chunk('By ')}\n\nevent: error\n${data}${blank}` });
        const events = readEvents(await (await harness.chat({ message: 'How?', stream: true })).text());
        assert.equal(events.at(-1)!.type, 'error');
      }
    });
  }

  for (const data of [
    '{"detail":"CUDA out of memory"}',
    '{"type":"error","message":"overloaded"}',
    '{"type":"error","error":null}',
    '{"errors":["overloaded"]}',
    '{"error":"overloaded"}',
    '{"object":"error","message":"overloaded"}',
  ]) {
    test(`is an error after an event without a name that contains ${data}`, async () => {
      const [harness, provider] = await start();
      provider.script({ raw: `${chunk('By ')}\n\ndata: ${data}\n\ndata: [DONE]\n\n` });
      const events = readEvents(await (await harness.chat({ message: 'How?', stream: true })).text());
      assert.equal(events.at(-1)!.type, 'error');
    });
  }

  test('an incomplete event at the end is an error', async () => {
    const [harness, provider] = await start();
    provider.script({ raw: `${chunk('By ')}\n\n${chunk('hand.', 'stop').slice(0, -9)}` });
    const events = readEvents(await (await harness.chat({ message: 'How?', stream: true })).text());
    assert.equal(events.at(-1)!.type, 'error');
  });
});

test('a late closing mark corrects the answer: streamed, as JSON, and as stored', async () => {
  const [harness, provider] = await start();
  provider.script({ text: ['They ask how.\n', '</thi', 'nk>\n\nBy ', 'hand.'] });
  const events = readEvents(await (await harness.chat({ message: 'How?', stream: true })).text());
  const last = events.at(-1)!;
  assert.ok(last.type === 'done');
  assert.equal(textOf(last.data.parts), 'By hand.');
  const { conversationId } = last.data.metadata;
  await harness.ask('And then?', conversationId);
  assert.equal(provider.seen.at(-1)!.body.messages.at(-2)!.content, 'By hand.');
});
