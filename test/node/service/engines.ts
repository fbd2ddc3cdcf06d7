import { after, before, describe } from 'node:test';
import pg from 'pg';
import { startPostgres, type TestServer, withoutPostgres } from '../../../scripts/servers.ts';
import { type Harness, startService } from './harness.ts';

type Start = (options?: Parameters<typeof startService>[0]) => Promise<Harness>;

/** Runs the same tests over SQLite and over a PostgreSQL server of their own. */
export function onEachEngine(name: string, define: (start: Start) => void): void {
  describe(`${name}, on SQLite`, () => define(startService));

  describe(`${name}, on PostgreSQL`, { skip: withoutPostgres() }, () => {
    let server: TestServer;
    before(async () => {
      server = await startPostgres();
    });
    after(() => server.stop());
    define(async options => startService({ ...options, databaseUrl: await freshDatabase(server.url) }));
  });
}

let counter = 0;

/** A database of its own on a server. */
export async function freshDatabase(url: string): Promise<string> {
  const name = `agent_chat_test_${process.pid}_${counter++}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
