import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openStores } from '../../../src/proxy/stores/open-stores.ts';
import type { Stores } from '../../../src/proxy/stores/stores.ts';
import { type Harness, startService } from '../service/harness.ts';
import { openTables } from '../service/tables.ts';
import { callCommand } from './run-command.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CONVERSATIONS = 60;
const SESSION_SECRET = 'session-canary-0123456789';
/** About as long as the work takes: some kills come before it, some after. */
const LONGEST_LIFE_MS = { sqlite: 60, postgres: 200 };

export interface ForgetReport {
  kills: number;
  /** How often nothing had been removed, and how often everything. */
  whole: number;
  gone: number;
  /** How often the kill came between the two databases, and the next call completed the work. */
  completed: number;
}

/**
 * Kills `agent-chat forget` with `kill -9` at random moments of its work, and looks after each kill whether the person is
 * there with everything or gone with everything: at once in each of the two databases, and altogether once the next call
 * has begun.
 */
export async function killWhileForgetting(
  kills: number,
  { databaseUrl, onKill }: { databaseUrl?: string; onKill?: (report: ForgetReport) => void } = {},
): Promise<ForgetReport> {
  const report: ForgetReport = { kills: 0, whole: 0, gone: 0, completed: 0 };
  const service = await startService({ databaseUrl });
  await openTables(service, tables =>
    tables.updateTable('plans').set({ requests_per_minute: 1_000_000 }).execute(),
  );
  const stores = await openStores(service.store);
  try {
    while (report.kills < kills) {
      await oneKill(report, service, stores);
      report.kills++;
      onKill?.(report);
    }
    return report;
  } finally {
    await stores.close();
    await service.end();
  }
}

interface Left {
  votes: number;
  pending: number;
  conversations: number;
  contacts: number;
}
const ALL: Left = { votes: CONVERSATIONS, pending: 0, conversations: CONVERSATIONS, contacts: 1 };
const NONE: Left = { votes: 0, pending: 0, conversations: 0, contacts: 0 };

async function oneKill(report: ForgetReport, service: Harness, stores: Stores): Promise<void> {
  if ((await look(service, stores)).votes === 0) await store(service, stores);
  assert.deepEqual(await look(service, stores), ALL);
  const { dataDir, databaseUrl } = service.store;
  const env = {
    DATA_DIR: dataDir,
    SESSION_SECRET,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run-on-message.ts'), 'forget', '--user', 'kim-7'],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const exit = once(child, 'exit');
  await once(child, 'message');
  child.send('go');
  const longest = databaseUrl === undefined ? LONGEST_LIFE_MS.sqlite : LONGEST_LIFE_MS.postgres;
  await new Promise(resolve => setTimeout(resolve, Math.random() * longest));
  child.kill('SIGKILL');
  await exit;

  const after = await look(service, stores);
  assert.ok([0, CONVERSATIONS].includes(after.votes), `${after.votes} ratings are left`);
  assert.ok(
    [0, CONVERSATIONS].includes(after.conversations),
    `${after.conversations} conversations are left`,
  );
  assert.equal(after.contacts, after.conversations === 0 ? 0 : 1, 'the contact goes with the conversations');
  if (after.votes > 0) assert.deepEqual(after, ALL, 'ratings go first');
  else if (after.conversations > 0) assert.equal(after.pending, 1, 'it is remembered');
  if (after.pending > 0) report.completed++;

  // The next call is about another person, of whom nothing is stored.
  assert.equal((await callCommand(['forget', '--user', 'nobody'], env)).code, 1);
  const last = await look(service, stores);
  assert.deepEqual(last, last.votes > 0 ? ALL : NONE);
  if (last.votes > 0) report.whole++;
  else report.gone++;
}

async function store({ service, agentId, chat }: Harness, { usage }: Stores): Promise<void> {
  const { management } = service;
  for (let i = 0; i < CONVERSATIONS; i++)
    assert.equal((await chat({ message: `Question ${i}?`, userId: 'kim-7' })).status, 200);
  await management.createContacts(agentId, [{ external_id: 'kim-7', email: 'kim@shop.example' }]);
  const { conversations } = await management.findPerson(agentId, { user: 'kim-7' });
  for (const conversationId of conversations)
    await usage.vote({
      ...{ agentId, voter: 'k.kim', formerVoters: [], messageId: `reply in ${conversationId}` },
      ...{ conversationId, value: 'down', reason: 'no', at: 1 },
    });
}

async function look({ service, agentId }: Harness, { usage, erasures }: Stores): Promise<Left> {
  const { conversations, contacts } = await service.management.findPerson(agentId, { user: 'kim-7' });
  return {
    votes: (await usage.report(agentId, '2000-01-01')).feedback.down,
    pending: (await erasures.pending(Date.now())).length,
    conversations: conversations.length,
    contacts: contacts.length,
  };
}
