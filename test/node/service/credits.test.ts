import assert from 'node:assert/strict';
import { after, before, beforeEach, mock, test } from 'node:test';
import { createService } from '../../../src/service/index.ts';
import { storeExchange } from '../../../src/service/storage/conversations.ts';
import { reserve } from '../../../src/service/storage/credits.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, readEvents, until } from './harness.ts';
import { openTables } from './tables.ts';

const documents = {
  'tents.md': `# Tents\n\n## Washing\n\n${'Wash a tent by hand in cold water. '.repeat(30)}\n`,
};
const POOL = 20;

/** Goes on from noon: neither a day nor a month ends while a test runs. */
function startAtNoon(): void {
  const { now } = Date;
  const begun = now();
  const noon = new Date(begun).setUTCHours(12, 0, 0, 0);
  mock.method(Date, 'now', () => noon + now() - begun);
}

onEachEngine('credits', start => {
  let harness: Harness;
  before(async () => {
    startAtNoon();
    harness = await start({ documents });
  });
  after(async () => {
    await harness.end();
    mock.restoreAll();
  });
  beforeEach(async () => {
    await openTables(harness, async tables => {
      await tables
        .updateTable('plans')
        .set({ credits_per_month: POOL, requests_per_minute: 10_000 })
        .execute();
      await tables.deleteFrom('credit_months').execute();
      await tables.deleteFrom('charges').execute();
    });
  });

  const books = (
    of: Harness = harness,
  ): Promise<{ used: number; settled: number; open: number; refunded: number }> =>
    openTables(of, async tables => {
      const month = await tables.selectFrom('credit_months').select('used').executeTakeFirst();
      const charges = await tables.selectFrom('charges').select('state').execute();
      const count = (state: string): number => charges.filter(charge => charge.state === state).length;
      return {
        used: month?.used ?? 0,
        settled: count('settled'),
        open: count('reserved'),
        refunded: count('refunded'),
      };
    });

  test('of 60 simultaneous questions exactly as many are answered as the pool has credits, the others get a 402', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        harness.chat({ message: 'How do I wash a tent?', stream: i % 2 === 0 }),
      ),
    );
    await Promise.all(answers.map(answer => answer.text()));
    assert.equal(answers.filter(answer => answer.status === 200).length, POOL);
    assert.equal(answers.filter(answer => answer.status === 402).length, 60 - POOL);
    assert.deepEqual(await books(), { used: POOL, settled: POOL, open: 0, refunded: 0 });
    const refused = await harness.chat({ message: 'How do I wash a tent?' });
    assert.equal(refused.status, 402);
    assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'credits_exhausted');
    assert.ok(refused.headers.get('x-ratelimit-remaining'));
  });

  test('a stream that its reader leaves after some tokens is charged once, and what was sent is stored', async () => {
    const response = await harness.chat({ message: 'How do I wash a tent?', stream: true });
    const reader = response.body!.getReader();
    const [event] = readEvents(new TextDecoder().decode((await reader.read()).value));
    assert.ok(event?.type === 'token');
    await reader.cancel();
    await until(async () => (await books()).settled === 1);
    assert.deepEqual(await books(), { used: 1, settled: 1, open: 0, refunded: 0 });
    const kept = await openTables(harness, tables =>
      tables
        .selectFrom('messages')
        .select(['parts', 'finish_reason'])
        .where('finish_reason', '=', 'cancelled')
        .executeTakeFirstOrThrow(),
    );
    assert.equal((JSON.parse(kept.parts) as { text: string }[])[0]?.text, event.content);
  });

  test('a question whose visitor left before the answer costs nothing and leaves nothing', async () => {
    const messages = (): Promise<number> =>
      openTables(
        harness,
        async tables => (await tables.selectFrom('messages').select('id').execute()).length,
      );
    const before = await messages();
    await harness.chat({ message: 'How do I wash a tent?' }, { signal: AbortSignal.abort() });
    await until(async () => (await books()).open === 0);
    assert.deepEqual(await books(), { used: 0, settled: 0, open: 0, refunded: 1 });
    assert.equal(await messages(), before);
  });

  test('a question whose visitor left before a JSON answer was complete costs nothing', async t => {
    const provider = await openAiServer();
    // With a cap, as credits are counted only then.
    const own = await start({ openaiBaseUrl: provider.url, plan: 'plus' });
    t.after(async () => {
      await own.end();
      await provider.close();
    });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const leaving = new AbortController();
    provider.script({
      text: ['One', ' two'],
      before: async piece => {
        if (piece === 0) return;
        begin();
        await new Promise(left => leaving.signal.addEventListener('abort', left));
      },
    });
    const asked = own.chat({ message: 'Hello' }, { signal: leaving.signal });
    await begun;
    leaving.abort();
    await asked.catch(() => {});
    await until(async () => (await books(own)).open === 0);
    assert.deepEqual(await books(own), { used: 0, settled: 0, open: 0, refunded: 1 });
  });

  test('a reply that fails costs nothing and is not stored, however late it fails', async () => {
    const provider = await openAiServer();
    const own = await start({ openaiBaseUrl: provider.url, plan: 'plus' });
    try {
      provider.script(
        { status: 500 },
        { text: ['One', ' two'], ending: 'cut the line' },
        { text: ['One', ' two'], ending: 'report an error' },
        { text: [] },
        { text: ['One', ' two'] },
      );
      const answers: string[] = [];
      for (let i = 0; i < 5; i++) {
        answers.push(await (await own.chat({ message: 'Hello', stream: true })).text());
      }
      const last = answers.map(answer => /"(error|done)"/.exec(answer.split('\n\n').at(-2) ?? answer)?.[1]);
      assert.deepEqual(last, ['error', 'error', 'error', 'error', 'done']);
      assert.deepEqual(await books(own), { used: 1, settled: 1, open: 0, refunded: 4 });
      const messages = await openTables(own, tables =>
        tables.selectFrom('messages').select('role').execute(),
      );
      assert.equal(messages.length, 2);
    } finally {
      await own.end();
      await provider.close();
    }
  });

  test('a question that is refused for lack of credits is not counted for the day', async () => {
    const requests = (): Promise<number> =>
      openTables(harness, async tables => {
        const day = await tables.selectFrom('agent_days').select('requests').executeTakeFirst();
        return day?.requests ?? 0;
      });
    await openTables(harness, tables => tables.updateTable('plans').set({ credits_per_month: 1 }).execute());
    const before = await requests();
    const answers = await Promise.all(Array.from({ length: 5 }, () => harness.chat({ message: 'Hello' })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 402, 402, 402, 402]);
    assert.equal(await requests(), before + 1);
  });

  test('a reply whose commit was not confirmed is stored and charged once', async () => {
    await openTables(harness, async (tables, engine) => {
      const { id, workspace_id } = await tables.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
      const plan = await tables.selectFrom('plans').selectAll().executeTakeFirstOrThrow();
      const charge = await reserve(tables, { workspaceId: workspace_id, agentId: id, plan });
      const exchange = {
        conversationId: crypto.randomUUID(),
        agentId: id,
        userId: null,
        userMessageId: crypto.randomUUID(),
        userParts: [],
        replyId: crypto.randomUUID(),
        replyParts: [],
        finishReason: 'stop',
        chargeId: charge.id,
      };
      await storeExchange(tables, engine.messages, exchange);
      await storeExchange(tables, engine.messages, exchange);
      const stored = tables.selectFrom('messages').where('conversation_id', '=', exchange.conversationId);
      assert.equal((await stored.selectAll().execute()).length, 2);
    });
    assert.deepEqual(await books(), { used: 1, settled: 1, open: 0, refunded: 0 });
  });

  test('credits that a crashed process took are returned at the next start, once', async () => {
    await openTables(harness, async tables => {
      const { id, workspace_id } = await tables.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
      const month = new Date(Date.now()).toISOString().slice(0, 7);
      await tables.insertInto('credit_months').values({ workspace_id, month, used: 2 }).execute();
      const charge = {
        workspace_id,
        agent_id: id,
        month,
        credits: 1,
        state: 'reserved' as const,
        message_id: null,
      };
      const now = Math.floor(Date.now() / 1000);
      await tables
        .insertInto('charges')
        .values([
          { ...charge, id: 'long-ago', created_at: now - 3600 },
          { ...charge, id: 'just-now', created_at: now },
        ])
        .execute();
    });
    await harness.restart();
    assert.deepEqual(await books(), { used: 1, settled: 0, open: 1, refunded: 1 });
    await harness.restart();
    assert.deepEqual(await books(), { used: 1, settled: 0, open: 1, refunded: 1 });
  });

  test('a running reply is completed and charged once, although another process takes it for abandoned', async t => {
    const own = await start({ documents, pace: 1, plan: 'plus' });
    t.after(() => own.end());
    const reader = (await own.chat({ message: 'How do I wash a tent?', stream: true })).body!.getReader();
    await reader.read();
    const now = Date.now.bind(Date);
    const clock = t.mock.method(Date, 'now', () => now() + 3_600_000);
    // As where one of two machines is an hour ahead: at its start it gives back what is open for long.
    const ahead = await createService(own.store);
    clock.mock.restore();
    assert.deepEqual(await books(own), { used: 0, settled: 0, open: 0, refunded: 1 });
    let heard = '';
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      heard += new TextDecoder().decode(read.value);
    }
    await ahead.close();
    assert.match(heard, /"type":"done"/);
    assert.deepEqual(await books(own), { used: 1, settled: 1, open: 0, refunded: 0 });
  });

  test('without a cap nothing is counted, and a refund takes nothing back', async () => {
    await openTables(harness, tables =>
      tables.updateTable('plans').set({ credits_per_month: null }).execute(),
    );
    await harness.ask('How do I wash a tent?');
    assert.deepEqual(await books(), { used: 0, settled: 1, open: 0, refunded: 0 });
    // Counted while there was a cap.
    await openTables(harness, tables =>
      tables.updateTable('plans').set({ credits_per_month: POOL }).execute(),
    );
    await harness.ask('How do I wash a tent?');
    await openTables(harness, tables =>
      tables.updateTable('plans').set({ credits_per_month: null }).execute(),
    );
    await harness.chat({ message: 'How do I wash a tent?' }, { signal: AbortSignal.abort() });
    await until(async () => (await books()).refunded === 1);
    assert.deepEqual(await books(), { used: 1, settled: 2, open: 0, refunded: 1 });
  });

  test('an agent answers at most as often a day as its plan allows', async () => {
    await openTables(harness, async tables => {
      await tables.deleteFrom('agent_days').execute();
      await tables.updateTable('plans').set({ requests_per_agent_day: 7 }).execute();
    });
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => harness.chat({ message: 'Washing a tent?' })),
    );
    assert.equal(answers.filter(answer => answer.status === 200).length, 7);
    const refused = answers.find(answer => answer.status === 429);
    const wait = Number(refused?.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 86_400);
    assert.equal((await books()).used, 7, 'a refusal takes no credit');
    await openTables(harness, tables =>
      tables.updateTable('plans').set({ requests_per_agent_day: 50_000 }).execute(),
    );
  });
});
