/**
 * Whether chats of one agent wait for each other on PostgreSQL: `npm run bench:crowd`, under a minute. Starts a database
 * and a service of its own. All chats of an agent share a row that counts them, and those of a workspace the row of its
 * credits.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/servers.ts';
import { createService } from '../src/service/index.ts';

const CHATS = 60;
const ROUNDS = 15;

const server = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'agent-chat-crowd-'));
const service = await createService({ dataDir: folder, databaseUrl: server.url, pace: 0 });

async function workspace(agents: number): Promise<{ key: string; agents: string[] }> {
  const { id } = await service.management.createWorkspace({ name: 'Crowd', plan: 'enterprise' });
  const { key } = await service.management.createKey({ workspaceId: id });
  const ids: string[] = [];
  for (let i = 0; i < agents; i++) {
    const agent = await service.management.createAgent({ workspaceId: id, settings: { rateLimit: null } });
    ids.push(agent.id);
  }
  return { key, agents: ids };
}

/** Milliseconds of one chat. */
async function chat(key: string, agent: string): Promise<number> {
  const started = performance.now();
  const answer = await service.fetch(
    new Request(`http://service/api/v2/agents/${agent}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: 'Hello', stream: true }),
    }),
  );
  const text = await answer.text();
  if (!text.includes('"type":"done"')) throw new Error(`${answer.status} ${text}`);
  return performance.now() - started;
}

/** Milliseconds until all of a crowd have their answers. */
async function crowd(agents: readonly string[], key: string): Promise<number> {
  const started = performance.now();
  await Promise.all(Array.from({ length: CHATS }, (_, i) => chat(key, agents[i % agents.length]!)));
  return performance.now() - started;
}

/**
 * The middle one of several measurements of each kind, taken in turns so that the load of the machine falls on all of them.
 * Each has a key of its own, since a key is limited by the minute.
 */
async function medians(...measures: readonly [agents: number, measure: Measure][]): Promise<number[]> {
  const all: number[][] = measures.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, [agents, measure]] of measures.entries())
      all[i]!.push(await measure(await workspace(agents)));
  }
  return all.map(times => times.sort((a, b) => a - b)[ROUNDS >> 1]!);
}

type Measure = (crowded: Awaited<ReturnType<typeof workspace>>) => Promise<number>;

try {
  const neighbour = await workspace(1);
  const alone: Measure = ({ agents, key }) => crowd(agents, key);
  const beside: Measure = async ({ agents, key }) => {
    const busy = crowd(agents, key);
    const ms = await chat(neighbour.key, neighbour.agents[0]!);
    await busy;
    return ms;
  };
  for (let round = 0; round < ROUNDS; round++) await alone(await workspace(CHATS));
  const [many = 0, one = 0, besideMany = 0, besideOne = 0] = await medians(
    [CHATS, alone],
    [1, alone],
    [CHATS, beside],
    [1, beside],
  );
  const row = (what: string, ms: number, bar: string): void =>
    console.log(`${what.padEnd(48)} ${ms.toFixed(0).padStart(6)} ms  ${bar}`);
  row(`${CHATS} chats at once on ${CHATS} agents`, many, '');
  row(`${CHATS} chats at once on one agent`, one, `${(one / many).toFixed(2)} times (bar: 1.5)`);
  row(`a neighbour beside ${CHATS} agents`, besideMany, '');
  row('a neighbour beside one agent', besideOne, `${(besideOne / besideMany).toFixed(2)} times (bar: 1.3)`);
} finally {
  await service.close({ graceMs: 0 });
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
