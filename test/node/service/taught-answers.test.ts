import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citationsOf } from '../../../src/protocol/conversations.ts';
import { type AssistantMessage, isSuggestionsPart, textOf } from '../../../src/protocol/message.ts';
import {
  ANSWERS_MAX,
  type AnswerCheck,
  type TaughtAnswer,
  type UnansweredGroup,
} from '../../../src/protocol/taught-answers.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, readEvents, startService, writeDocuments } from './harness.ts';
import { openTables } from './tables.ts';

const documents = {
  'tents.md':
    '# Tents\n\n## Washing a tent\n\nA tent is washed by hand.\n\n## Renting a tent\n\nA tent costs nine euros a day.',
};
const KAYAKS = {
  question: 'Do you sell kayaks?',
  answer: 'Not yet. **From May** we sell [kayaks](https://shop.example/kayaks).',
  url: 'https://shop.example/kayaks',
};

const send = (harness: Harness, path = '', init: Parameters<Harness['send']>[1] = {}): Promise<Response> =>
  harness.send(`/v2/chatbots/${harness.agentId}/answers${path}`, {
    method: init.body === undefined ? 'GET' : 'POST',
    ...init,
  });
const dataOf = async <T>(response: Response, status = 200): Promise<T> => {
  assert.equal(response.status, status, await response.clone().text());
  return ((await response.json()) as { data: T }).data;
};
const teach = async (harness: Harness, body: object = KAYAKS): Promise<TaughtAnswer> =>
  dataOf<TaughtAnswer>(await send(harness, '', { body }), 201);
const list = async (harness: Harness): Promise<TaughtAnswer[]> => dataOf(await send(harness));
const isTaught = ({ parts }: Pick<AssistantMessage, 'parts'>, answer = KAYAKS.answer): boolean =>
  textOf(parts) === answer;

onEachEngine('taught answers', start => {
  test('are given as they are written, cited with their link, for the question in other words', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    assert.ok(!isTaught(await harness.ask('Do you sell kayaks?')));
    const { id } = await teach(harness);
    for (const asked of ['do you SELL kayaks', 'Can I buy a kayak, do you sell any?', 'selling kayaks?']) {
      const reply = await harness.ask(asked);
      assert.ok(isTaught(reply), asked);
      assert.deepEqual(citationsOf(reply.parts), [
        { type: 'citation', title: KAYAKS.question, url: KAYAKS.url },
      ]);
      assert.equal(reply.metadata.usage.credits, 1);
    }
    assert.match(textOf((await harness.ask('How do I wash a tent?')).parts), /by hand/);
    assert.ok(!isTaught(await harness.ask('Do you sell bicycles in Berlin?')));

    const { metadata } = await harness.ask('Do you sell kayaks?');
    const { messages } = await dataOf<{ messages: { passages: object[]; outcome: string | null }[] }>(
      await harness.send(`/v2/chatbots/${harness.agentId}/conversations/${metadata.conversationId}`),
    );
    assert.deepEqual(messages[1]!.passages, [{ title: KAYAKS.question, url: KAYAKS.url, answerId: id }]);
    assert.equal(messages[1]!.outcome, null);
  });

  test('are streamed as any reply', async t => {
    const harness = await start();
    t.after(() => harness.end());
    await teach(harness);
    const response = await harness.chat({ message: 'Do you sell kayaks?', stream: true });
    const events = readEvents(await response.text());
    const text = events.map(event => (event.type === 'token' ? event.content : '')).join('');
    assert.equal(text, KAYAKS.answer);
    assert.equal(events.at(-1)?.type, 'done');
  });

  test('come before passages, by each of the other ways to ask, with typos and synonyms', async t => {
    const harness = await start({ documents, settings: { synonyms: ['canoe, kayak'] } });
    t.after(() => harness.end());
    await teach(harness, {
      question: 'Can I machine-wash a tent?',
      otherWays: ['Does the tent go into the washing machine?'],
      answer: 'Never.',
    });
    await teach(harness);
    assert.ok(isTaught(await harness.ask('does a tent go into the washing machine'), 'Never.'));
    assert.ok(isTaught(await harness.ask('Do you sell kayakks?')), 'a typo');
    assert.ok(isTaught(await harness.ask('Do you sell canoes?')), 'a synonym');
    assert.match(textOf((await harness.ask('What does renting a tent cost?')).parts), /nine euros/);
  });

  test('a follow-up is read with the question before it, and goes on to the documents', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await teach(harness);
    await teach(harness, { question: 'Do you sell tents for children?', answer: 'Yes, two.' });
    const { metadata } = await harness.ask('Do you sell kayaks?');
    assert.ok(isTaught(await harness.ask('And tents for children?', metadata.conversationId), 'Yes, two.'));
    assert.ok(!isTaught(await harness.ask('Thanks!', metadata.conversationId), 'Yes, two.'));
    assert.match(textOf((await harness.ask('And washing a tent?', metadata.conversationId)).parts), /hand/);
  });

  test('a question of function words only, or a greeting, is found by its exact words', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await teach(harness, { question: 'Who are you?', answer: 'The desk of Camp & Co.' });
    assert.ok(isTaught(await harness.ask('who are you'), 'The desk of Camp & Co.'));
    assert.ok(!isTaught(await harness.ask('How are you?'), 'The desk of Camp & Co.'));
  });

  test('a taught question that nearly matches is offered if nothing is found', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await teach(harness, {
      question: 'Which discount do schools get on group bookings of mountain huts?',
      answer: 'A third.',
    });
    const reply = await harness.ask('Do you give schools or nurses a discount on coffee?');
    assert.ok(!isTaught(reply, 'A third.'));
    const [offered = ''] = reply.parts.filter(isSuggestionsPart).flatMap(({ queries }) => queries);
    assert.match(offered, /^Which discount do schools/);
    assert.ok(isTaught(await harness.ask(offered), 'A third.'));
  });

  test('each use is counted', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await teach(harness);
    await harness.ask('Do you sell kayaks?');
    await harness.ask('selling any kayaks?');
    await harness.ask('How do I wash a tent?');
    assert.deepEqual(
      (await list(harness)).map(({ uses }) => uses),
      [2],
    );
  });

  test('a change is in force for the next question, also of another process', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const other = await startService({ ...harness.store, docsDirs: undefined });
    t.after(() => other.end());
    const second = { ...other, agentId: harness.agentId };
    const ask = async (): Promise<AssistantMessage> =>
      dataOf(await second.chat({ message: KAYAKS.question }, { agent: harness.agentId }));
    const { id } = await teach(harness);
    assert.ok(isTaught(await ask()));
    await dataOf(await send(harness, `/${id}`, { body: { answer: 'Yes.' } }));
    assert.ok(isTaught(await ask(), 'Yes.'));
    await dataOf(await send(harness, `/${id}`, { body: { paused: true } }));
    assert.ok(!isTaught(await ask(), 'Yes.'));
    await dataOf(await send(harness, `/${id}`, { body: { paused: false } }));
    assert.ok(isTaught(await ask(), 'Yes.'));
    await dataOf(await send(harness, `/${id}`, { method: 'DELETE' }));
    assert.ok(!isTaught(await ask(), 'Yes.'));
    await dataOf(await send(harness, `/${id}/restore`, { method: 'POST' }));
    assert.ok(isTaught(await ask(), 'Yes.'));
  });

  test('survive a restart and another reading of the documents', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await teach(harness);
    await writeDocuments(harness.docs, { 'tents.md': '# Kayaks\n\nWe sell no kayaks at all.' });
    await harness.service.management.ingest({ agentId: harness.agentId, source: harness.docs });
    assert.ok(isTaught(await harness.ask('Do you sell kayaks?')));
    await harness.service.management.forget(harness.agentId, harness.docs);
    assert.ok(isTaught(await harness.ask('Do you sell kayaks?')));
    await harness.restart();
    assert.ok(isTaught(await harness.ask('Do you sell kayaks?')));
  });

  test('are listed, changed, deleted and restored, the latest first', async t => {
    const harness = await start();
    t.after(() => harness.end());
    assert.deepEqual(await list(harness), []);
    const first = await teach(harness);
    assert.deepEqual(first, { ...KAYAKS, ...pick(first), otherWays: [], paused: false, uses: 0 });
    const second = await teach(harness, {
      question: ' Do you repair tents? ',
      otherWays: ['Tent repairs?', 'Tent repairs?'],
      answer: 'Yes.',
      url: '/repairs',
    });
    assert.deepEqual(
      (await list(harness)).map(({ question, otherWays }) => [question, otherWays]),
      [
        ['Do you repair tents?', ['Tent repairs?']],
        ['Do you sell kayaks?', []],
      ],
    );
    const changed = await dataOf<TaughtAnswer>(
      await send(harness, `/${first.id}`, { body: { url: null, question: 'do you sell kayaks' } }),
    );
    assert.deepEqual(
      [changed.url, changed.question, changed.answer],
      [null, 'do you sell kayaks', KAYAKS.answer],
    );
    await dataOf(await send(harness, `/${second.id}`, { method: 'DELETE' }));
    assert.equal((await list(harness)).length, 1);
    assert.equal((await send(harness, `/${second.id}`, { method: 'DELETE' })).status, 404);
    assert.equal((await send(harness, `/${second.id}`, { body: { paused: true } })).status, 404);
    const restored = await dataOf<TaughtAnswer>(
      await send(harness, `/${second.id}/restore`, { method: 'POST' }),
    );
    assert.equal(restored.answer, 'Yes.');
    assert.equal((await list(harness)).length, 2);
  });

  test('a deletion is final after 30 days', async t => {
    const harness = await start();
    t.after(() => harness.end());
    const { id } = await teach(harness);
    await send(harness, `/${id}`, { method: 'DELETE' });
    await openTables(harness, tables =>
      tables
        .updateTable('taught_answers')
        .set({ deleted_at: Math.floor(Date.now() / 1000) - 31 * 86_400 })
        .execute(),
    );
    assert.equal((await send(harness, `/${id}/restore`, { method: 'POST' })).status, 404);
    const other = await teach(harness, { question: 'Another one?', answer: 'Yes.' });
    await send(harness, `/${other.id}`, { method: 'DELETE' });
    assert.equal((await send(harness, `/${other.id}/restore`, { method: 'POST' })).status, 200);
  });

  test('a wrong field is named with its rule, and nothing is stored', async t => {
    const harness = await start();
    t.after(() => harness.end());
    const refused = async (body: object): Promise<string> => {
      const response = await send(harness, '', { body });
      assert.equal(response.status, 400);
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      assert.equal(error.code, 'invalid_request');
      return error.message;
    };
    assert.equal(await refused({ answer: 'Yes.' }), 'question: is missing');
    assert.equal(await refused({ ...KAYAKS, question: ' \u200b ' }), 'question: must not be blank');
    assert.equal(
      await refused({ ...KAYAKS, question: 'x'.repeat(301) }),
      'question: must have 1 to 300 characters',
    );
    assert.equal(await refused({ ...KAYAKS, answer: '' }), 'answer: must have 1 to 10000 characters');
    assert.equal(
      await refused({ ...KAYAKS, otherWays: Array(21).fill('How?') }),
      'otherWays: must have at most 20 entries',
    );
    assert.equal(await refused({ ...KAYAKS, otherWays: ['How?', ' '] }), 'otherWays.1: must not be blank');
    assert.equal(await refused({ ...KAYAKS, paused: 'no' }), 'paused: must be true or false');
    for (const url of ['javascript:alert(1)', 'ftp://x'])
      assert.match(
        await refused({ ...KAYAKS, url }),
        /^url: must be an http or https address, not \w+$/,
        url,
      );
    for (const url of ['//evil.example', 'a b'])
      assert.match(await refused({ ...KAYAKS, url }), /^url: must be an http or https address/, url);
    assert.equal(
      await refused({ ...KAYAKS, url: 'https://a:b@c.example' }),
      'url: must have no user name or password',
    );
    assert.deepEqual(await list(harness), []);

    const { id } = await teach(harness);
    const change = await send(harness, `/${id}`, { body: { unknown: 1 } });
    assert.equal(change.status, 400);
  });

  test('two answers to one question are a conflict, as is one too many', async t => {
    const harness = await start();
    t.after(() => harness.end());
    const { id } = await teach(harness);
    assert.equal(
      (await send(harness, '', { body: { ...KAYAKS, question: 'do you sell kayaks' } })).status,
      409,
    );
    await send(harness, `/${id}`, { method: 'DELETE' });
    const again = await teach(harness);
    assert.equal((await send(harness, `/${id}/restore`, { method: 'POST' })).status, 409);
    const all = Array.from({ length: ANSWERS_MAX - 1 }, (_, i) => ({
      id: crypto.randomUUID(),
      agent_id: harness.agentId,
      question: `Question ${i}?`,
      other_ways: '[]',
      answer: 'Yes.',
      url: null,
      paused: 0,
      created_at: 1,
      updated_at: 1,
      deleted_at: null,
    }));
    await openTables(harness, tables => tables.insertInto('taught_answers').values(all).execute());
    assert.equal((await send(harness, '', { body: { question: 'One more?', answer: 'No.' } })).status, 409);
    await dataOf(await send(harness, `/${again.id}`, { method: 'DELETE' }));
    await teach(harness, { question: 'One more?', answer: 'No.' });
  });

  test("another workspace's key gives no access to them", async t => {
    const harness = await start();
    t.after(() => harness.end());
    const { id } = await teach(harness);
    const { management } = harness.service;
    const agent = await management.createAgent({ newWorkspace: { name: 'Other' } });
    const { key } = await management.createKey({ workspaceId: agent.workspaceId });
    for (const [path, init] of [
      ['', {}],
      ['', { body: KAYAKS }],
      ['/unanswered', {}],
      ['/check', { body: { question: 'x' } }],
      [`/${id}`, { body: { paused: true } }],
      [`/${id}`, { method: 'DELETE' }],
      [`/${id}/restore`, { method: 'POST' }],
    ] as const) {
      assert.equal((await send(harness, path, { ...init, key })).status, 403, path);
      assert.equal((await send(harness, path, { ...init, key: null })).status, 401, path);
    }
    assert.equal(
      (await harness.send(`/v2/chatbots/${agent.id}/answers/${id}`, { method: 'DELETE', key })).status,
      404,
    );
    assert.equal((await list(harness)).length, 1);
  });

  test('a check says which past questions would be answered differently, and stores nothing', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const { metadata } = await harness.ask('Do you sell kayaks?');
    await harness.ask('How do I wash a tent?', metadata.conversationId);
    await harness.ask('selling any kayaks?');
    await harness.ask('What does a kayak with a motor weigh in total?');
    const old = await harness.ask('do you sell kayaks');
    await openTables(harness, tables =>
      tables
        .updateTable('conversation_index')
        .set({ created_at: Math.floor(Date.now() / 1000) - 91 * 86_400 })
        .where('conversation_id', '=', old.metadata.conversationId)
        .execute(),
    );
    const check = async (body: object): Promise<AnswerCheck> =>
      dataOf(await send(harness, '/check', { body }));
    const result = await check({ question: KAYAKS.question });
    assert.deepEqual(
      result.changed.map(({ text, wasUnanswered, isLost }) => [text, wasUnanswered, isLost]),
      [
        ['selling any kayaks?', true, false],
        ['Do you sell kayaks?', true, false],
      ],
    );
    assert.equal(result.changed[1]!.conversationId, metadata.conversationId);
    assert.deepEqual([result.count, result.compared, result.isComplete], [2, 4, true]);
    assert.deepEqual(await list(harness), []);

    const { id } = await teach(harness);
    assert.equal((await check({ id, question: KAYAKS.question })).count, 0);
    const lost = await check({ id, question: 'Do you repair zips?' });
    assert.deepEqual(
      lost.changed.map(({ text, isLost }) => [text, isLost]),
      [
        ['selling any kayaks?', true],
        ['Do you sell kayaks?', true],
      ],
    );
    assert.equal((await send(harness, '/check', { body: { question: '' } })).status, 400);
  });

  test('unanswered questions that ask the same are grouped, without those that are taught', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    for (const asked of [
      'Do you sell kayaks?',
      'Where is the nearest pharmacy?',
      'do you sell any kayaks',
      'How do I wash a tent?',
      'selling kayaks?',
    ])
      await harness.ask(asked);
    const groups = async (): Promise<UnansweredGroup[]> => dataOf(await send(harness, '/unanswered'));
    assert.deepEqual(
      (await groups()).map(({ question, count, asked }) => [question, count, asked.length]),
      [
        ['selling kayaks?', 3, 3],
        ['Where is the nearest pharmacy?', 1, 1],
      ],
    );
    await teach(harness);
    assert.deepEqual(
      (await groups()).map(({ question }) => question),
      ['Where is the nearest pharmacy?'],
    );
  });
});

test('with a model, a taught answer is given as it is written, and the model is not asked', async t => {
  const provider = await openAiServer({ models: ['stand-in'] });
  t.after(() => provider.close());
  const harness = await startService({ documents, openaiBaseUrl: provider.url });
  t.after(() => harness.end());
  await teach(harness);
  assert.ok(isTaught(await harness.ask('Do you sell kayaks?')));
  const chats = (): number => provider.seen.filter(({ body }) => body?.messages).length;
  assert.equal(chats(), 0);
  await harness.ask('How do I wash a tent?');
  assert.equal(chats(), 1);
});

function pick({ id, createdAt, updatedAt }: TaughtAnswer): object {
  return { id, createdAt, updatedAt };
}
