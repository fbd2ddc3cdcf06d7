import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from '../cli/run-command.ts';
import { openTables } from './tables.ts';

const KEY = 'ac_key-of-a-service-that-is-killed';
const AGENT = crypto.randomUUID();
const BATCH = 1000;
const LONGEST_LIFE_MS = 700;

interface Store {
  dataDir: string;
  databaseUrl: string | undefined;
}

export interface KillReport {
  kills: number;
  acknowledgedBatches: number;
  wholeBatches: number;
  acknowledgedReplies: number;
}

/**
 * Kills a service with `kill -9` at random moments while it creates contacts, 1000 at a time, and answers chats;
 * after each kill looks into the store and fails if anything is half there or anything acknowledged is missing. The
 * store is a SQLite file, or the PostgreSQL database that is given, which stays while the service is killed.
 */
export async function killAtRandomMoments(
  kills: number,
  { databaseUrl, onKill }: { databaseUrl?: string | undefined; onKill?: (report: KillReport) => void } = {},
): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-kills-'));
  const store = { dataDir: join(folder, 'data'), databaseUrl };
  const acknowledged = { batches: new Set<string>(), replies: new Set<string>() };
  const report: KillReport = { kills: 0, acknowledgedBatches: 0, wholeBatches: 0, acknowledgedReplies: 0 };
  try {
    while (report.kills < kills) {
      await liveAndDie(store, `round${report.kills}`, acknowledged);
      report.kills++;
      report.wholeBatches = await inspect(store, acknowledged);
      report.acknowledgedBatches = acknowledged.batches.size;
      report.acknowledgedReplies = acknowledged.replies.size;
      onKill?.(report);
    }
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function liveAndDie(
  store: Store,
  name: string,
  acknowledged: { batches: Set<string>; replies: Set<string> },
): Promise<void> {
  const env = {
    DATA_DIR: store.dataDir,
    ...(store.databaseUrl !== undefined && { DATABASE_URL: store.databaseUrl }),
    PORT: '0',
    AGENT_ID: AGENT,
    AGENT_API_KEY: KEY,
  };
  // This plan has a cap on credits, so they are counted.
  const { child, match } = await startCommand(['service', '--plan', 'plus'], env, /at (http\S+)\nAgent: /);
  let alive = true;
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(match[1] + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    assert.ok(
      response.ok || [402, 429].includes(response.status),
      `${path} is answered with ${response.status}`,
    );
    return response.ok ? answer : undefined;
  };
  const whileAlive = async (work: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; alive; n++) {
      try {
        await work(n);
      } catch (error) {
        // The connection of a process that was killed ends; anything else is a fault.
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
        return;
      }
    }
  };
  const { promise: firstReply, resolve: replied } = Promise.withResolvers<void>();
  const work = [
    whileAlive(async n => {
      const batch = `${name}-${n}`;
      const users = Array.from({ length: BATCH }, (_, i) => ({ external_id: `${batch}/${i}` }));
      await post(`/v2/chatbots/${AGENT}/contacts`, { users });
      acknowledged.batches.add(batch);
    }),
    ...[1, 2].map(() => {
      let conversationId: string | undefined;
      return whileAlive(async () => {
        const answer = (await post(`/api/v2/agents/${AGENT}/chat`, { message: 'Hello', conversationId })) as
          | { data: { id: string; metadata: { conversationId: string } } }
          | undefined;
        if (!answer) return;
        conversationId = answer.data.metadata.conversationId;
        acknowledged.replies.add(answer.data.id);
        replied();
      });
    }),
  ];
  // One that is killed before it has replied once shows little: the first ones live at least as long.
  if (acknowledged.replies.size === 0) await Promise.race([firstReply, Promise.all(work)]);
  await new Promise(resolve => setTimeout(resolve, Math.random() * LONGEST_LIFE_MS));
  child.kill('SIGKILL');
  alive = false;
  await once(child, 'exit');
  await Promise.all(work);
}

/** @returns how many batches are there */
async function inspect(
  store: Store,
  acknowledged: { batches: Set<string>; replies: Set<string> },
): Promise<number> {
  return await openTables({ store }, async tables => {
    const contacts = await tables
      .selectFrom('contacts')
      .select(['external_id', 'position'])
      .orderBy('position')
      .execute();
    const batches = new Map<string, number>();
    for (const { external_id } of contacts) {
      const batch = external_id.split('/')[0]!;
      batches.set(batch, (batches.get(batch) ?? 0) + 1);
    }
    for (const [batch, count] of batches) assert.equal(count, BATCH, `${batch} is whole`);
    for (const batch of acknowledged.batches) assert.ok(batches.has(batch), `${batch} was acknowledged`);
    const { contact_count } = await tables.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
    assert.equal(contact_count, contacts.length);
    assert.equal(contacts.at(-1)?.position ?? 0, contacts.length, 'positions have no gap');

    const messages = await tables.selectFrom('messages').select(['id', 'conversation_id', 'role']).execute();
    for (const { id, message_count } of await tables.selectFrom('conversations').selectAll().execute()) {
      const own = messages.filter(message => message.conversation_id === id);
      assert.equal(own.length, message_count, 'a conversation has all its messages');
      assert.equal(own.filter(message => message.role === 'user').length * 2, message_count);
    }
    const replies = new Set(messages.map(message => message.id));
    for (const reply of acknowledged.replies) assert.ok(replies.has(reply), `${reply} was acknowledged`);

    const charges = await tables.selectFrom('charges').select(['state', 'message_id']).execute();
    const settled = charges.filter(charge => charge.state === 'settled');
    assert.equal(settled.length, messages.length / 2, 'each reply was paid for once');
    for (const charge of settled) assert.ok(replies.has(charge.message_id ?? ''));
    const month = await tables.selectFrom('credit_months').select('used').executeTakeFirst();
    const open = charges.filter(charge => charge.state === 'reserved').length;
    assert.equal(month?.used ?? 0, settled.length + open);
    return batches.size;
  });
}
