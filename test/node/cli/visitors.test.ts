import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { startPostgres, withoutPostgres } from '../../../scripts/servers.ts';
import { freshDatabase } from '../service/engines.ts';
import { CHAT, post, type Server, startProxy } from './proxy-process.ts';
import { callCommand } from './run-command.ts';

const ask = (server: Server, token: string, path = CHAT): Promise<Response> =>
  post(`${server.url}${path}`, { message: 'hi' }, { 'X-Visitor-Token': token });

async function tokenOf(answer: Response): Promise<string> {
  await answer.text();
  return answer.headers.get('X-Visitor-Token')!;
}

/** Two processes of the proxy on one store: a revocation in a third one holds in both. */
async function revokesAtBoth(t: TestContext, store: Record<string, string>): Promise<void> {
  const env = { ...store, SESSION_SECRET: 'session-canary-0123456789', TRUST_PROXY: '1' };
  const one = await startProxy(t, env);
  const two = await startProxy(t, env);
  const secret = `new.${'s'.repeat(32)}`;
  const stolen = await tokenOf(await ask(one, secret));
  const other = await tokenOf(await ask(one, `new.${'o'.repeat(32)}`));
  assert.equal((await ask(two, stolen)).status, 200);

  const { code, stdout } = await callCommand(['visitors', 'revoke', stolen], store);
  assert.deepEqual(
    { code, stdout },
    {
      code: 0,
      stdout: 'Revoked. The tokens of this visitor no longer work.\n',
    },
  );
  for (const server of [one, two]) {
    for (const token of [stolen, secret]) {
      for (const path of [CHAT, '/api/v2/session']) {
        const refused = await ask(server, token, path);
        assert.equal(refused.status, 401);
        const { error } = (await refused.json()) as { error: { code: string; message: string } };
        assert.deepEqual([error.code, error.message], ['unauthorized', 'X-Visitor-Token: was revoked']);
      }
    }
    assert.equal((await ask(server, other)).status, 200, 'others keep their tokens');
  }

  const id = (JSON.parse(Buffer.from(other.split('.')[0]!, 'base64url').toString()) as { v: string }).v;
  assert.equal((await callCommand(['visitors', 'revoke', id], store)).code, 0);
  for (const server of [one, two]) assert.equal((await ask(server, other)).status, 401, 'by the id');
}

test('says so if there is no room to note a revocation', async t => {
  const DATA_DIR = folder(t);
  const server = await startProxy(t, {
    DATA_DIR,
    SESSION_SECRET: 'session-canary-0123456789',
    TRUST_PROXY: '1',
  });
  const token = await tokenOf(await ask(server, `new.${'s'.repeat(32)}`));
  const database = new DatabaseSync(join(DATA_DIR, 'proxy.sqlite'));
  database.exec(
    `create trigger full before insert on proxy_revoked_visitors begin select raise(abort, 'x'); end`,
  );
  database.close();
  const { code, stderr } = await callCommand(['visitors', 'revoke', token], { DATA_DIR });
  assert.equal(code, 1);
  assert.doesNotMatch(stderr, /node:internal|\.[jt]s:\d/, 'no stack');
});

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'agent-chat-visitors-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a revoked visitor is refused at once in two processes on one folder', t =>
  revokesAtBoth(t, { DATA_DIR: folder(t) }));

test('a revoked visitor is refused at once in two processes on one PostgreSQL', {
  skip: withoutPostgres(),
}, async t => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  await revokesAtBoth(t, { DATABASE_URL: await freshDatabase(postgres.url) });
});

test('nothing is revoked for a text that names no visitor, or without a store', async t => {
  const DATA_DIR = folder(t);
  const revoke = (...args: string[]) => callCommand(['visitors', ...args], { DATA_DIR });
  assert.match((await revoke('revoke', 'x')).stderr, /neither the token nor the id of a visitor/);
  assert.match((await revoke('revoke', `new.${'s'.repeat(32)}`)).stderr, /neither the token nor the id/);
  assert.match((await revoke('revoke', 'a'.repeat(22))).stderr, /no store of a proxy in .*Set DATA_DIR/);
  assert.match((await revoke('list')).stderr, /Choose an action/);
});
