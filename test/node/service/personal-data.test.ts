import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import type { ConversationList } from '../../../src/protocol/conversations.ts';
import {
  type Forgotten,
  type Person,
  type PersonTraces,
  REMOVED_QUESTION,
} from '../../../src/protocol/personal-data.ts';
import type { TaughtAnswer } from '../../../src/protocol/taught-answers.ts';
import { onEachEngine } from './engines.ts';
import type { Harness } from './harness.ts';
import { openTables } from './tables.ts';

const documents = { 'tents.md': '# Tents\n\n## Washing a tent\n\nA tent is washed by hand.' };
/** What a visitor's browser has. */
const VISITOR = 'kim-at-home-0123456789';

const digest = (subject: string): string => hash('sha256', subject, 'base64url');

async function post<T>(harness: Harness, path: string, body: object, status = 200): Promise<T> {
  const response = await harness.send(`/v2/chatbots/${harness.agentId}${path}`, { method: 'POST', body });
  assert.equal(response.status, status, await response.clone().text());
  return ((await response.json()) as { data: T }).data;
}
const find = (harness: Harness, person: Person): Promise<PersonTraces> =>
  post(harness, '/personal-data/find', person);
const forget = (harness: Harness, person: Person): Promise<Forgotten> =>
  post(harness, '/personal-data/delete', person);

/** Says something as the proxy would pass it on. */
async function say(
  harness: Harness,
  message: string,
  { user, visitor = user === undefined ? 'v:nobody' : `u:${user}` }: { user?: string; visitor?: string } = {},
  conversationId?: string,
): Promise<string> {
  const response = await harness.chat(
    { message, conversationId, ...(user !== undefined && { userId: user }) },
    { headers: { 'X-Agent-Visitor': digest(visitor) } },
  );
  assert.equal(response.status, 200);
  const { data } = (await response.json()) as { data: { metadata: { conversationId: string } } };
  return data.metadata.conversationId;
}

async function questions(harness: Harness): Promise<string[]> {
  const response = await harness.send(`/v2/chatbots/${harness.agentId}/conversations`);
  return ((await response.json()) as ConversationList).data.map(({ question }) => question).sort();
}

const contact = (harness: Harness, users: object[]): Promise<unknown> =>
  post(harness, '/contacts', { users }, 201);

onEachEngine("a person's data", start => {
  test("a user's conversations, contact and words go, and nothing of anybody else", async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await say(harness, 'Do you ship to Graz?', { user: 'kim-7' });
    await say(harness, 'How do I wash a tent?', { user: 'kim-7' });
    await say(harness, 'Do you ship to Wien?', { user: 'kim-70' });
    await contact(harness, [
      { external_id: 'kim-7', name: 'Kim', email: 'kim@shop.example' },
      { external_id: 'kim-70', email: 'bo@shop.example' },
    ]);
    const answer = await post<TaughtAnswer>(
      harness,
      '/answers',
      { question: 'do you ship to Graz', otherWays: ['Where do you ship?'], answer: 'Yes.' },
      201,
    );
    const only = await post<TaughtAnswer>(
      harness,
      '/answers',
      { question: 'How do I wash a tent?', answer: 'By hand.' },
      201,
    );
    const deleted = await post<TaughtAnswer>(
      harness,
      '/answers',
      { question: 'Where is it?', otherWays: ['Do you ship to Graz?'], answer: 'There.' },
      201,
    );
    await harness.send(`/v2/chatbots/${harness.agentId}/answers/${deleted.id}`, { method: 'DELETE' });

    const traces = await find(harness, { user: 'kim-7' });
    assert.equal(traces.conversations.length, 2);
    assert.deepEqual(traces.visitors, [digest('u:kim-7')]);
    assert.deepEqual(
      traces.contacts.map(({ email }) => email),
      ['kim@shop.example'],
    );
    assert.deepEqual(traces.answers.map(({ id }) => id).sort(), [answer.id, only.id, deleted.id].sort());

    const counts = { conversations: 2, messages: 4, contacts: 1, answers: 3 };
    assert.deepEqual(await forget(harness, { user: 'kim-7' }), counts);
    assert.deepEqual(await find(harness, { user: 'kim-7' }), {
      ...{ conversations: [], contacts: [], answers: [] },
      visitors: [digest('u:kim-7')],
    });
    assert.deepEqual(await questions(harness), ['Do you ship to Wien?']);
    assert.equal((await find(harness, { email: 'BO@shop.example' })).contacts.length, 1);
    const list = await harness.send(`/v2/chatbots/${harness.agentId}/answers`);
    const { data } = (await list.json()) as { data: TaughtAnswer[] };
    const left = new Map(data.map(entry => [entry.id, entry]));
    assert.equal(left.get(answer.id)?.question, 'Where do you ship?');
    assert.deepEqual(left.get(answer.id)?.otherWays, []);
    assert.deepEqual(
      [left.get(only.id)?.question, left.get(only.id)?.paused, left.get(only.id)?.answer],
      [REMOVED_QUESTION, true, 'By hand.'],
    );
    await openTables(harness, async tables => {
      const everything = JSON.stringify([
        await tables.selectFrom('messages').selectAll().execute(),
        await tables.selectFrom('contacts').selectAll().execute(),
        await tables.selectFrom('taught_answers').selectAll().execute(),
        await tables.selectFrom('conversation_index').selectAll().execute(),
      ]);
      assert.doesNotMatch(everything, /Graz|"kim-7"|kim@shop/);
    });
    const none = { conversations: 0, messages: 0, contacts: 0, answers: 0 };
    assert.deepEqual(await forget(harness, { user: 'kim-7' }), none, 'again');
  });

  test('a visitor who never signed in is found by their id, digest, and conversation', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const visitor = `v:${VISITOR}`;
    const id = await say(harness, 'Do you sell kayaks?', { visitor });
    await say(harness, 'Do you sell canoes?', { visitor });
    await say(harness, 'Do you sell boats?', { visitor: 'v:somebody-else-01234567' });
    await contact(harness, [{ external_id: VISITOR, email: 'kim@shop.example' }]);
    for (const person of [{ user: VISITOR }, { visitor: digest(visitor) }, { visitor: id.toUpperCase() }]) {
      const { conversations, contacts } = await find(harness, person);
      assert.deepEqual([conversations.length, contacts.length], [2, 1], JSON.stringify(person));
    }
    const counts = { conversations: 2, messages: 4, contacts: 1, answers: 0 };
    assert.deepEqual(await forget(harness, { visitor: id }), counts);
    assert.deepEqual(await questions(harness), ['Do you sell boats?']);
  });

  test('what a user wrote before they signed in is theirs, unless somebody else used the same browser', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const own = `v:${VISITOR}`;
    const shared = 'v:of-a-shared-browser-01';
    await say(harness, 'Before the sign-in', { visitor: own });
    const continued = await say(harness, 'Continued signed in', { visitor: own });
    await say(harness, 'And more', { user: 'kim-7' }, continued);
    const first = await say(harness, 'Somebody at the shared browser', { visitor: shared });
    await say(harness, 'Kim there', { user: 'kim-7' }, first);
    const second = await say(harness, 'Bo at the shared browser', { visitor: shared });
    await say(harness, 'Bo there', { user: 'bo-2' }, second);
    await contact(harness, [{ external_id: VISITOR, email: 'kim@shop.example' }]);
    const traces = await find(harness, { user: 'kim-7' });
    assert.deepEqual([...traces.visitors].sort(), [digest('u:kim-7'), digest(own)].sort());
    assert.equal(traces.contacts.length, 1, 'the contact from before the sign-in');
    await forget(harness, { user: 'kim-7' });
    assert.deepEqual(await questions(harness), ['Bo at the shared browser']);
  });

  test('an email address covers its contact and the user of that id, and nobody who entered it', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await say(harness, 'Asked by Bob', { user: 'bob-1' });
    await say(harness, 'Asked by Kim', { user: 'Kim@shop.example' });
    await contact(harness, [{ external_id: 'bob-1', name: 'Bob', email: 'kim@shop.example' }]);
    const person = { email: ' kim@Shop.example ' };
    const traces = await find(harness, person);
    assert.equal(traces.conversations.length, 1);
    assert.deepEqual(traces.linkedIds, ['bob-1']);
    assert.deepEqual(await forget(harness, person), {
      ...{ conversations: 1, messages: 2, contacts: 1, answers: 0 },
      linkedIds: ['bob-1'],
    });
    assert.deepEqual(await questions(harness), ['Asked by Bob']);
    assert.equal((await find(harness, person)).contacts.length, 0);
  });

  test("the owner's own wordings stay: written first, suggested, or asked by others too", async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const saved = await harness.send('/v2/chatbots/settings', {
      method: 'POST',
      body: {
        chatbotId: harness.agentId,
        suggestedQueries: ['Where are you?'],
        pageGreetings: [{ urlPattern: '/shop', messages: ['Hello'], queries: ['What do tents cost?'] }],
      },
    });
    assert.equal(saved.status, 202, await saved.text());
    const asked = ['Where are you?', 'What do tents cost?', 'Do you ship to Graz?', 'My own words'];
    for (const question of asked) await say(harness, question, { user: 'kim-7' });
    await say(harness, 'do you ship to graz', { user: 'bo-2' });
    for (const question of [...asked, 'Can I pay later?'])
      await post(harness, '/answers', { question, answer: 'Yes.' }, 201);
    await openTables(harness, async tables => {
      await tables
        .updateTable('taught_answers')
        .set({ updated_at: 1_700_000_000 })
        .where('question', '=', 'Can I pay later?')
        .execute();
    });
    await say(harness, 'Can I pay later?', { user: 'kim-7' });
    const { answers } = await find(harness, { user: 'kim-7' });
    assert.deepEqual(
      answers.map(({ question }) => question),
      ['My own words'],
    );
    assert.equal((await forget(harness, { user: 'kim-7' })).answers, 1);
  });

  test('errors name the field, and another workspace is refused', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const path = `/v2/chatbots/${harness.agentId}/personal-data`;
    for (const [body, message] of [
      [{}, 'user, visitor, email: exactly one of them must be given'],
      [{ user: 'a', email: 'b@c' }, 'user, visitor, email: exactly one of them must be given'],
      [{ user: '' }, /^user: must have 1 to \d+ characters$/],
      [{ visitor: 'a b' }, 'visitor: must be the id of a visitor or of a conversation'],
      [{ email: 7 }, 'email: must be a string'],
    ] as const) {
      const response = await harness.send(`${path}/delete`, { method: 'POST', body });
      assert.equal(response.status, 400);
      const { error } = (await response.json()) as { error: { message: string } };
      if (typeof message === 'string') assert.equal(error.message, message);
      else assert.match(error.message, message);
    }
    const { management } = harness.service;
    const other = await management.createAgent({ newWorkspace: { name: 'Other' } });
    const { key } = await management.createKey({ workspaceId: other.workspaceId });
    for (const action of ['find', 'delete']) {
      const body = { user: 'kim-7' };
      assert.equal((await harness.send(`${path}/${action}`, { method: 'POST', body, key })).status, 403);
      const response = await harness.send(`${path}/${action}`, { method: 'POST', body, key: null });
      assert.equal(response.status, 401);
    }
  });
});
