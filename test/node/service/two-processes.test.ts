import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  startPostgres,
  startRedis,
  type TestServer,
  withoutPostgres,
  withoutRedis,
} from '../../../scripts/servers.ts';
import { startCommand } from '../cli/run-command.ts';
import { freshDatabase } from './engines.ts';
import { openTables } from './tables.ts';

const KEY = 'ac_shared-by-two-processes';
const AGENT = crypto.randomUUID();

describe('two processes on one PostgreSQL and one Redis', {
  skip: withoutPostgres() || withoutRedis(),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-two-'));
  let servers: TestServer[] = [];
  let databaseUrl: string;
  let processes: ChildProcess[] = [];
  let urls: string[] = [];

  before(async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    servers = [postgres, redis];
    databaseUrl = await freshDatabase(postgres.url);
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      DATA_DIR: folder,
      AGENT_ID: AGENT,
      AGENT_API_KEY: KEY,
      PORT: '0',
    };
    // At the same moment, over a database that is still empty.
    const started = await Promise.all(
      [1, 2].map(() => startCommand(['service', '--plan', 'plus'], env, /at (http\S+)\nAgent: /)),
    );
    processes = started.map(({ child }) => child);
    urls = started.map(({ match }) => match[1]!);
  });
  after(async () => {
    for (const child of processes) {
      if (child.exitCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const chat = (n: number, body: object = { message: 'Hello' }): Promise<Response> =>
    fetch(`${urls[n % 2]}/api/v2/agents/${AGENT}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const look = <T>(use: Parameters<typeof openTables<T>>[1]): Promise<T> =>
    openTables({ store: { dataDir: folder, databaseUrl } }, use);

  test('the first start of both makes one workspace, one agent and one key', async () => {
    await look(async tables => {
      for (const table of ['workspaces', 'agents', 'api_keys'] as const) {
        assert.equal((await tables.selectFrom(table).selectAll().execute()).length, 1, table);
      }
    });
  });

  test('of 200 simultaneous requests over both, exactly 60 are accepted in a minute', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => chat(i)));
    await Promise.all(answers.map(answer => answer.text()));
    assert.equal(answers.filter(answer => answer.status === 200).length, 60);
    assert.equal(answers.filter(answer => answer.status === 429).length, 140);
    for (const answer of answers) assert.ok(Number(answer.headers.get('x-ratelimit-remaining')) >= 0);
  });

  test('the credit pool is spent to the last credit by both together, and no further', async () => {
    await look(async tables => {
      await tables.updateTable('plans').set({ requests_per_minute: 9999, credits_per_month: 100 }).execute();
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => chat(i, { message: 'Hello', stream: i % 3 === 0 })),
    );
    await Promise.all(answers.map(answer => answer.text()));
    assert.equal(answers.filter(answer => answer.status === 200).length, 40);
    assert.equal(answers.filter(answer => answer.status === 402).length, 60);
    const books = await look(async tables => ({
      months: await tables.selectFrom('credit_months').select('used').execute(),
      settled: await tables.selectFrom('charges').select('id').where('state', '=', 'settled').execute(),
    }));
    assert.deepEqual(books.months, [{ used: 100 }]);
    assert.equal(books.settled.length, 100);
  });

  test('a conversation continues at the other process, and so do settings', async () => {
    await look(tables => tables.updateTable('plans').set({ credits_per_month: null }).execute());
    const { data } = (await (await chat(0)).json()) as { data: { metadata: { conversationId: string } } };
    const { conversationId } = data.metadata;
    assert.equal((await chat(1, { message: 'And?', conversationId })).status, 200);
    const written = await fetch(`${urls[0]}/v2/chatbots/settings`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ chatbotId: AGENT, rateLimit: { messages: 1, seconds: 60, message: 'One.' } }),
    });
    assert.equal(written.status, 202);
    const statuses = [(await chat(1)).status, (await chat(0)).status];
    assert.deepEqual(statuses, [200, 429]);
  });
});
