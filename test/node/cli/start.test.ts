import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort, listenLocally } from '../../../scripts/loopback.ts';
import { callCommand } from './run-command.ts';
import { dataFolder, runCommand } from './running.ts';

test('the first start needs no configuration, prints the admin token once and protects the secrets from other users', async t => {
  const DATA_DIR = dataFolder();
  const first = runCommand(t, ['start'], { DATA_DIR, PORT: '0' });
  const [, url] = await first.printed(/is at (http:\S+)/);
  const [, token] = await first.printed(/Admin token: (\S+)/);
  assert.ok(url && token);
  const file = join(DATA_DIR, 'secrets.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);

  const page = await fetch(`${url}/`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const html = await page.text();
  assert.ok(!html.includes('__AGENT_ID__'));
  const [, agentId] = /agent-id="([0-9a-f-]{36})"/.exec(html) ?? [];
  assert.ok(agentId);
  await first.printed(new RegExp(`Agent: ${agentId}`));
  const settings = await fetch(`${url}/v2/chatbots/${agentId}/settings`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  assert.equal(settings.status, 200);
  const { AGENT_API_KEY } = JSON.parse(readFileSync(file, 'utf8')) as { AGENT_API_KEY: string };
  assert.ok(!first.output().includes(AGENT_API_KEY));
  assert.ok(!readFileSync(`/proc/${first.child.pid}/cmdline`, 'utf8').includes(AGENT_API_KEY));

  const lost = async (path: string, Accept: string): Promise<unknown[]> => {
    const response = await fetch(url + path, { headers: { Accept } });
    return [response.status, response.headers.get('content-type')?.split(';')[0]];
  };
  assert.deepEqual(await lost('/admin', 'text/html'), [404, 'text/html'], 'who mistypes is shown the way');
  assert.deepEqual(await lost('/admin', '*/*'), [404, 'application/json']);
  assert.deepEqual(await lost('/api/v2/nothing', 'text/html'), [404, 'application/json'], 'the interface');

  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);

  const second = runCommand(t, ['start'], { DATA_DIR, PORT: '0' });
  const [, again] = await second.printed(/is at (http:\S+)/);
  await second.printed(/The admin token is in \S+secrets\.json\./);
  assert.ok(!second.output().includes(token), 'it is shown only once');
  assert.ok((await (await fetch(`${again}/`)).text()).includes(agentId));
  await second.printed(new RegExp(`Agent: ${agentId}`));
  second.child.kill('SIGINT');
  assert.equal(await second.ended, 0);
});

test('a start whose own agent is not among those to serve says so', async t => {
  const run = runCommand(t, ['start'], { DATA_DIR: dataFolder(), PORT: '0', AGENT_IDS: crypto.randomUUID() });
  const [, agentId] = await run.printed(/Agent: (\S+)/);
  await run.printed(new RegExp(`AGENT_IDS does not name ${agentId}: its chat is not found\\.`));
});

test('an agent with its owner’s documents does not greet as an expert on agent-chat', async t => {
  const DOCS_DIR = dataFolder();
  writeFileSync(join(DOCS_DIR, 'returns.md'), '# Returns\n\nParcels go back within nine days.\n');
  const AGENT_ID = crypto.randomUUID();
  const settingsOf = async (env: Record<string, string>): Promise<Record<string, unknown>> => {
    const started = runCommand(t, ['start'], { DATA_DIR: dataFolder(), AGENT_ID, PORT: '0', ...env });
    const [, url] = await started.printed(/is at (http:\S+)/);
    const response = await fetch(`${url}/api/v2/agents/${AGENT_ID}/settings`, { headers: { Origin: url! } });
    started.child.kill('SIGTERM');
    await started.ended;
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };
  const own = await settingsOf({ DOCS_DIR });
  assert.doesNotMatch(JSON.stringify(own), /agent-chat/);
  assert.deepEqual([own.name, own.suggestedQueries], ['Assistant', []]);
  const ours = await settingsOf({});
  assert.equal(ours.name, 'agent-chat');
  assert.equal((ours.suggestedQueries as string[]).length, 3);
});

test('an agent tried out with the built-in documents belongs to its owner once it has their documents', async t => {
  const own = dataFolder();
  writeFileSync(join(own, 'returns.md'), '# Returns\n\nParcels go back within nine days.\n');
  const env = {
    DATA_DIR: dataFolder(),
    ADMIN_TOKEN: 'token-of-this-test-only',
    LOG_LEVEL: 'info',
    PORT: '0',
  };
  const open = async (
    more: Record<string, string>,
  ): Promise<{
    settings: Record<string, unknown>;
    read(): Promise<unknown>;
    isOurs(): Promise<boolean>;
    stop(): Promise<void>;
  }> => {
    const started = runCommand(t, ['start'], { ...env, ...more });
    const [, url] = await started.printed(/is at (http:\S+)/);
    const [, chatbotId] = await started.printed(/Agent: (\S+)/);
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${env.ADMIN_TOKEN}` };
    const read = await fetch(`${url}/api/v2/agents/${chatbotId}/settings`);
    const { data } = (await read.json()) as { data: Record<string, unknown> };
    if (more.PLACEHOLDER) {
      const body = JSON.stringify({ chatbotId, placeholder: more.PLACEHOLDER });
      const set = await fetch(`${url}/v2/chatbots/settings`, { method: 'POST', headers, body });
      assert.equal(set.status, 202);
    }
    return {
      settings: data,
      read: () => started.printed(/documents are indexed/),
      async isOurs() {
        const body = JSON.stringify({ message: 'How do I feed it my own documents?' });
        const chat = await fetch(`${url}/api/v2/agents/${chatbotId}/chat`, { method: 'POST', headers, body });
        return /DOCS_DIR/.test(await chat.text());
      },
      async stop() {
        started.child.kill('SIGTERM');
        await started.ended;
      },
    };
  };
  const tried = await open({ PLACEHOLDER: 'Ask the tent shop' });
  assert.equal(tried.settings.placeholder, '', 'the words of each visitor’s language');
  await tried.read();
  assert.ok(await tried.isOurs());
  assert.equal(await runCommand(t, ['ingest', own], env).ended, 0);
  assert.ok(!(await tried.isOurs()), 'ours are left as soon as there are others');
  await tried.stop();
  const next = await open({});
  assert.ok(!(await next.isOurs()));
  const { name, initialMessages, suggestedQueries, placeholder } = next.settings;
  assert.deepEqual([name, suggestedQueries, placeholder], ['Assistant', [], 'Ask the tent shop']);
  assert.doesNotMatch(JSON.stringify(initialMessages), /agent-chat/);
  await next.stop();
});

test('an agent created beside the first one has its own settings at once, and an unknown agent has none', async t => {
  const DATA_DIR = dataFolder();
  const started = runCommand(t, ['start'], { DATA_DIR, PORT: '0' });
  const [, url] = await started.printed(/is at (http:\S+)/);
  const created = runCommand(t, ['agents', 'create', '--name', 'Bo'], { DATA_DIR });
  const [, agentId] = await created.printed(/Agent (\S+) in/);
  const settingsOf = (id: string): Promise<Response> => fetch(`${url}/api/v2/agents/${id}/settings`);
  const { data } = (await (await settingsOf(agentId!)).json()) as { data: { name: string } };
  assert.equal(data.name, 'Bo');
  // Such as a typo, or the placeholder of an example.
  for (const wrong of [crypto.randomUUID(), 'your-agent-id']) {
    assert.equal((await settingsOf(wrong)).status, 404, wrong);
  }
});

test('the printed address is reachable, and its pages can use the agent', async t => {
  const HOST = '127.0.0.2';
  const env = {
    DATA_DIR: dataFolder(),
    HOST,
    PORT: '0',
    ADMIN_TOKEN: 'token-of-this-test-only',
  };
  const started = runCommand(t, ['start'], env);
  const [, url] = await started.printed(/is at (http:\S+)\n/);
  assert.ok(url);
  assert.equal(new URL(url).hostname, HOST);
  const [, chatbotId] = /agent-id="([^"]+)"/.exec(await (await fetch(`${url}/`)).text())!;
  const headers = {
    Origin: url,
    'Content-Type': 'application/json',
    Authorization: `Bearer ${env.ADMIN_TOKEN}`,
  };
  const body = JSON.stringify({ chatbotId, allowedDomains: ['shop.example'] });
  const set = await fetch(`${url}/v2/chatbots/settings`, { method: 'POST', headers, body });
  assert.equal(set.status, 202);
  const settings = `${url}/api/v2/agents/${chatbotId}/settings`;
  assert.equal((await fetch(settings, { headers: { Origin: url } })).status, 200);
  assert.equal((await fetch(settings, { headers: { Origin: 'https://elsewhere.example' } })).status, 403);
});

test('the sources of an answer are found from any site once the public address is known', async t => {
  const DOCS_DIR = dataFolder();
  const agentId = crypto.randomUUID();
  writeFileSync(join(DOCS_DIR, 'returns.md'), '# Returns\n\nParcels go back within nine days.\n');
  for (const [PUBLIC_URL, folder] of [
    ['https://chat.example', 'https://chat.example/docs/'],
    ['https://shop.example/chat/', 'https://shop.example/chat/docs/'],
    ['', '/docs/'],
  ] as const) {
    const env = {
      DATA_DIR: dataFolder(),
      DOCS_DIR,
      PUBLIC_URL,
      AGENT_ID: agentId,
      LOG_LEVEL: 'info',
      PORT: String(await freePort()),
    };
    const started = runCommand(t, ['start'], env);
    await started.printed(/is at/);
    await started.printed(/documents are indexed/);
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/api/v2/agents/${agentId}/chat`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"message":"When do parcels go back?"}',
    });
    assert.ok((await answer.text()).includes(`"url":"${folder}returns.md#returns"`), PUBLIC_URL);
  }
});

test('a used port is reported in a sentence', async t => {
  const squatter = createServer().listen(0);
  t.after(() => squatter.close());
  await once(squatter, 'listening');
  const { port } = squatter.address() as AddressInfo;
  const command = runCommand(t, ['start'], { DATA_DIR: dataFolder(), PORT: String(port) });
  assert.equal(await command.ended, 1);
  assert.match(command.output(), new RegExp(`Port ${port} is in use\\.`));
  assert.doesNotMatch(command.output(), /\n\s+at /);
});

test('start prints no token before its port is bound, and the next start says where the token is', async t => {
  const squatter = createServer();
  t.after(() => squatter.close());
  const port = await listenLocally(squatter);
  const DATA_DIR = dataFolder();
  const failed = runCommand(t, ['start'], { DATA_DIR, PORT: String(port) });
  assert.equal(await failed.ended, 1);
  assert.doesNotMatch(failed.output(), /admin token/i);
  const next = runCommand(t, ['start'], { DATA_DIR, PORT: '0' });
  await next.printed(/The admin token is in \S+secrets\.json\./);
});

test('service makes no key before its port is bound', async t => {
  const squatter = createServer();
  t.after(() => squatter.close());
  const port = await listenLocally(squatter);
  const DATA_DIR = dataFolder();
  const failed = runCommand(t, ['service'], { DATA_DIR, PORT: String(port) });
  assert.equal(await failed.ended, 1);
  assert.doesNotMatch(failed.output(), /API key/);
  const next = runCommand(t, ['service'], { DATA_DIR, PORT: '0' });
  await next.printed(/API key: \S{40,}/);
});

test('configured secrets are never written to a file', async t => {
  const DATA_DIR = dataFolder();
  const given = {
    AGENT_API_KEY: 'given-canary-api-key-000',
    ADMIN_TOKEN: 'given-canary-admin-token',
    SESSION_SECRET: 'given-canary-session-000',
    IDENTITY_SECRET: 'given-canary-identity-00',
  };
  const command = runCommand(t, ['start'], { DATA_DIR, PORT: '0', ...given });
  await command.printed(/is at/);
  assert.ok(!existsSync(join(DATA_DIR, 'secrets.json')));
  assert.doesNotMatch(command.output(), /canary/);
});

test('a start whose stored key was replaced says where that key is and how to make another', async t => {
  const DATA_DIR = dataFolder();
  const start = (env: Record<string, string> = {}) =>
    runCommand(t, ['start'], { DATA_DIR, PORT: '0', ...env });
  const stop = async (running: ReturnType<typeof start>): Promise<void> => {
    await running.printed(/is at/);
    running.child.kill('SIGTERM');
    assert.equal(await running.ended, 0);
  };
  await stop(start());
  await stop(start({ AGENT_API_KEY: 'a-key-for-one-start' }));
  const file = join(DATA_DIR, 'secrets.json');
  const refused = start();
  assert.equal(await refused.ended, 1);
  assert.match(
    refused.output(),
    /AGENT_API_KEY in \S+secrets\.json was revoked or replaced.*Remove it from the file/,
  );
  const { AGENT_API_KEY, ...others } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  assert.ok(!refused.output().includes(AGENT_API_KEY!));
  writeFileSync(file, JSON.stringify(others));
  await stop(start());
});

test('the key printed by the service alone is valid when everything runs over its data', async t => {
  const DATA_DIR = dataFolder();
  const service = runCommand(t, ['service'], { DATA_DIR, PORT: '0' });
  const [, key] = await service.printed(/API key: (\S+)/);
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
  const start = runCommand(t, ['start'], { DATA_DIR, PORT: '0' });
  await start.printed(/is at/);
  const keys = runCommand(t, ['keys', 'list'], { DATA_DIR });
  assert.equal(await keys.ended, 0);
  const states = keys
    .output()
    .split('\n')
    .filter(line => line.includes(key!.slice(0, 6)));
  assert.match(states[0] ?? '', / valid /);
});

test('a damaged secrets file stops the start instead of being replaced', async () => {
  const DATA_DIR = dataFolder();
  const file = join(DATA_DIR, 'secrets.json');
  for (const damaged of ['{"ADMIN_TOKEN": ', '7', '[]', 'null', '{"SESSION_SECRET": 7}']) {
    writeFileSync(file, damaged);
    const { code, stderr } = await callCommand(['start'], { DATA_DIR, PORT: '0' });
    assert.equal(code, 1, damaged);
    assert.match(stderr, /secrets\.json cannot be read as secrets/);
    assert.equal(readFileSync(file, 'utf8'), damaged);
  }
});

const outside = Object.values(networkInterfaces())
  .flatMap(list => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

for (const name of ['start', 'service']) {
  test(`${name} is reached from this machine alone unless HOST says otherwise`, {
    skip: outside === undefined && 'this machine has no other address',
  }, async t => {
    const port = async (HOST: string): Promise<string> => {
      const { printed } = runCommand(t, [name], { DATA_DIR: dataFolder(), PORT: '0', HOST });
      const [, found] = await printed(/is at \S+:(\d+)/);
      if (name === 'start' && HOST === '')
        await printed(/Only this machine can reach it\. HOST=0\.0\.0\.0 opens it/);
      return found!;
    };
    const closed = await port('');
    assert.equal((await fetch(`http://127.0.0.1:${closed}/healthz`)).status, 200);
    await assert.rejects(fetch(`http://${outside}:${closed}/healthz`));
    assert.equal((await fetch(`http://${outside}:${await port('0.0.0.0')}/healthz`)).status, 200);
  });
}
