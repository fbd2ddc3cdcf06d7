import assert from 'node:assert/strict';
import { test } from 'node:test';
import Papa from 'papaparse';
import type { ConversationDetail, ConversationList } from '../../../src/protocol/conversations.ts';
import { textOf } from '../../../src/protocol/message.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, until } from './harness.ts';
import { openTables } from './tables.ts';

const documents = {
  'tents.md':
    '# Tents\n\n## Washing a tent\n\nA tent is washed by hand.\n\n## Renting a tent\n\nA tent costs nine euros a day.',
};
const VISITOR = { 'X-Agent-Visitor': 'visitor-one' };

const list = async (harness: Harness, query = ''): Promise<ConversationList> => {
  const response = await harness.send(`/v2/chatbots/${harness.agentId}/conversations?${query}`);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as ConversationList;
};
const questions = async (harness: Harness, query: string): Promise<string[]> =>
  (await list(harness, query)).data.map(({ question }) => question);
const read = async (harness: Harness, id: string): Promise<ConversationDetail> => {
  const response = await harness.send(`/v2/chatbots/${harness.agentId}/conversations/${id}`);
  assert.equal(response.status, 200);
  return ((await response.json()) as { data: ConversationDetail }).data;
};
const remove = (harness: Harness, path: string): Promise<Response> =>
  harness.send(`/v2/chatbots/${harness.agentId}/conversations${path}`, { method: 'DELETE' });

onEachEngine("the owner's list of conversations", start => {
  test('lists every conversation once, newest first, page by page', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    for (let i = 0; i < 5; i++) await harness.ask(`How do I wash tent ${i}?`);
    const seen: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page: ConversationList = await list(harness, `limit=2&before=${before}`);
      assert.ok(page.data.length <= 2);
      seen.push(...page.data.map(({ question }) => question));
      before = page.next;
    }
    assert.deepEqual(
      seen,
      [4, 3, 2, 1, 0].map(i => `How do I wash tent ${i}?`),
    );
  });

  test('finds words of any message, the beginning of the last word too, and with a filter', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const { metadata } = await harness.ask('How do I wash a tent?');
    await harness.ask('Where is the Café Zürich?', metadata.conversationId);
    await harness.ask('Do you sell kayaks?');
    await harness.ask("Don't you sell 帐篷?");
    const found = (q: string, more = ''): Promise<string[]> =>
      questions(harness, `q=${encodeURIComponent(q)}${more}`);
    assert.deepEqual(await found('cafe zur'), ['How do I wash a tent?']);
    assert.deepEqual(await found('KAYAK'), ['Do you sell kayaks?']);
    assert.deepEqual(await found('帐篷'), ["Don't you sell 帐篷?"]);
    assert.deepEqual(await found("don't"), ["Don't you sell 帐篷?"]);
    assert.deepEqual(await found('kayaks tent'), []);
    assert.deepEqual(await found('sell', '&state=unanswered'), [
      "Don't you sell 帐篷?",
      'Do you sell kayaks?',
    ]);
    assert.deepEqual(await found('sell', '&limit=1'), ["Don't you sell 帐篷?"]);
    for (const hostile of ['"', '*', "'", 'a" OR b', ') or 1=1 --', 'NEAR(a b)', ':*', '\\', '&|!'])
      assert.ok(Array.isArray(await found(hostile)), hostile);
  });

  test('filters by state, day, user, visitor and language', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await harness.chat({ message: 'How do I wash a tent?', userId: 'kim-7' });
    await harness.chat({ message: 'Verkaufen Sie auch Kajaks?' }, { headers: VISITOR });
    await harness.ask('What does a tent with a stove cost?');
    await openTables(harness, tables =>
      tables
        .updateTable('conversation_index')
        .set({ created_at: Date.parse('2026-03-04T23:59:59Z') / 1000 })
        .where('visitor', '=', 'visitor-one')
        .execute(),
    );
    const german = ['Verkaufen Sie auch Kajaks?'];
    assert.deepEqual(await questions(harness, 'user=kim-7'), ['How do I wash a tent?']);
    assert.deepEqual(await questions(harness, 'visitor=visitor-one'), german);
    assert.deepEqual(await questions(harness, 'language=de'), german);
    assert.deepEqual(await questions(harness, 'from=2026-03-04&to=2026-03-04'), german);
    assert.deepEqual(await questions(harness, 'to=2026-03-03'), []);
    assert.ok((await questions(harness, 'state=unanswered')).includes(german[0]!));
    assert.deepEqual(await questions(harness, 'state=failed'), []);
  });

  test('shows what a reply was made from, its credits, and why it is listed', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const answered = await harness.ask('How do I wash a tent?');
    const conversation = await read(harness, answered.metadata.conversationId);
    const [question, reply] = conversation.messages as [
      ConversationDetail['messages'][number],
      ConversationDetail['messages'][number],
    ];
    assert.equal(textOf(question.parts), 'How do I wash a tent?');
    assert.equal(reply.credits, 1);
    assert.equal(reply.passages[0]?.title, 'Tents › Washing a tent');
    assert.deepEqual([conversation.states, conversation.messageCount], [[], 2]);
    const missing = await read(harness, (await harness.ask('Do you sell kayaks?')).metadata.conversationId);
    assert.ok(missing.states.includes('unanswered'));
    assert.ok(missing.messages[1]!.outcome);
  });

  test('a stopped reply is listed as stopped', async t => {
    const harness = await start({ documents, pace: 50 });
    t.after(() => harness.end());
    const leave = new AbortController();
    const response = await harness.chat(
      { message: 'How do I wash a tent?', stream: true },
      { signal: leave.signal },
    );
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    leave.abort();
    await until(async () => (await list(harness, 'state=stopped')).data.length === 1);
  });

  test('exports JSON, CSV and Markdown, in which nothing of a visitor runs', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await harness.chat({ message: '=HYPERLINK("http://evil.example";"x")', userId: 'kim-7' });
    await harness.ask('# <img src=x onerror=alert(1)> [a](javascript:alert(1))');
    const file = async (format: string): Promise<string> => {
      const path = `/v2/chatbots/${harness.agentId}/conversations/export?format=${format}`;
      const response = await harness.send(path);
      assert.equal(response.status, 200);
      return response.text();
    };
    const json = JSON.parse(await file('json')) as ConversationDetail[];
    assert.deepEqual(
      json.map(({ messages }) => messages.length),
      [2, 2],
    );
    const { data } = Papa.parse<string[]>((await file('csv')).replace('\ufeff', '').trim());
    assert.equal(data.length, 5);
    const text = data[0]!.indexOf('text');
    assert.ok(data.some(row => row[text] === `'=HYPERLINK("http://evil.example";"x")`));
    assert.ok(data.flat().every(cell => !/^[=+@]/.test(cell)));
    const markdown = await file('md');
    assert.doesNotMatch(markdown, /(?<!\\)<img|^# <|(?<!\\)\[a\]/m);
    assert.match(markdown, /\\# \\<img/);
    const empty = await harness.send(`/v2/chatbots/${harness.agentId}/conversations/export?user=nobody`);
    assert.deepEqual(await empty.json(), []);
  });

  test('deletes one conversation, or all of a person, and no longer finds them', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const one = (await harness.ask('Do you sell kayaks?')).metadata.conversationId;
    for (const message of ['How do I wash a tent?', 'What does a tent cost?'])
      await harness.chat({ message, userId: 'kim-7' });
    await harness.chat({ message: 'How do I wash a tent?' }, { headers: VISITOR });
    assert.equal((await remove(harness, `/${one}`)).status, 200);
    assert.equal((await remove(harness, `/${one}`)).status, 404);
    assert.deepEqual(await questions(harness, 'q=kayaks'), []);
    assert.deepEqual(await (await remove(harness, '?user=kim-7')).json(), { data: { deleted: 2 } });
    assert.deepEqual(await (await remove(harness, '?visitor=visitor-one')).json(), { data: { deleted: 1 } });
    assert.deepEqual(await list(harness), { data: [], next: null });
    assert.deepEqual(await questions(harness, 'q=tent'), []);
    for (const query of ['', '?user=a&visitor=b'])
      assert.match(await (await remove(harness, query)).text(), /"user, visitor: exactly one/);
  });

  test('errors name the parameter and its limit', async t => {
    const harness = await start();
    t.after(() => harness.end());
    for (const [query, message] of [
      ['limit=101', 'limit: must be a whole number from 1 to 100'],
      ['limit=x', 'limit: must be a whole number from 1 to 100'],
      ['state=bad', 'state: must be one of unanswered, near-miss, stopped, failed'],
      ['from=2026-13-01', 'from: must be a day such as 2026-11-20'],
      ['from=2026-02-02&to=2026-02-01', 'to: must not be before from'],
      [`q=${'x'.repeat(201)}`, 'q: must have 1 to 200 characters'],
      ['language=english', 'language: must be a language code such as en'],
      ['before=-1', 'before: must be a whole number from 1 to 999999999999'],
      ['ids=1', 'ids: must be ids with commas between them'],
    ]) {
      const response = await harness.send(`/v2/chatbots/${harness.agentId}/conversations?${query}`);
      assert.equal(response.status, 400, query);
      const { error } = (await response.json()) as { error: { message: string } };
      assert.equal(error.message, message);
    }
  });

  test('a key opens no conversation of another workspace', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const { management } = harness.service;
    const other = await management.createAgent({ newWorkspace: { name: 'Other' } });
    const { key } = await management.createKey({ workspaceId: other.workspaceId });
    const id = (await harness.ask('How do I wash a tent?')).metadata.conversationId;
    const own = `/v2/chatbots/${harness.agentId}/conversations`;
    for (const path of [own, `${own}/export`, `${own}/${id}`]) {
      assert.equal((await harness.send(path, { key })).status, 403, path);
      assert.equal((await harness.send(path, { key: null })).status, 401, path);
    }
    assert.equal((await harness.send(`/v2/chatbots/${other.id}/conversations/${id}`, { key })).status, 404);
    const removed = await harness.send(`/v2/chatbots/${other.id}/conversations/${id}`, {
      key,
      method: 'DELETE',
    });
    assert.equal(removed.status, 404);
    assert.equal((await read(harness, id)).messages.length, 2);
  });

  test('conversations of an earlier version are indexed at the first start', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await harness.ask('Do you sell kayaks?');
    await harness.ask('How do I wash a tent?');
    await openTables(harness, async tables => {
      await tables.schema.dropTable('conversation_index').execute();
      await tables.schema.dropTable('message_index').execute();
      for (const index of ['messages_by_user', 'charges_by_message'])
        await tables.schema.dropIndex(index).execute();
      for (const column of ['outcome', 'passages'])
        await tables.schema.alterTable('messages').dropColumn(column).execute();
      await tables
        .withTables<{ migrations: { id: number } }>()
        .deleteFrom('migrations')
        .where('id', '=', 8)
        .execute();
    });
    await harness.restart();
    assert.deepEqual(await questions(harness, 'state=unanswered'), ['Do you sell kayaks?']);
    assert.deepEqual(await questions(harness, 'q=wash'), ['How do I wash a tent?']);
  });

  test('a database of a newer version is refused with a sentence', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    await openTables(harness, async tables => {
      await tables
        .withTables<{ migrations: { id: number } }>()
        .insertInto('migrations')
        .values({ id: 999 })
        .execute();
    });
    await assert.rejects(harness.restart(), {
      code: 'conflict',
      message: /newer version of agent-chat \(schema 999, this version knows \d+\)/,
    });
  });
});
