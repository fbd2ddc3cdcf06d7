import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { main } from '../../../src/cli/main.ts';
import { dataFolder } from './running.ts';

const PROXY = { AGENT_BASE_URL: 'https://a.example', AGENT_API_KEY: 'sk-canary' };
const POSTGRES_AWAY = 'postgres://user:canary@127.0.0.1:1/agents';
const FILE = import.meta.filename;
const REDIS_AWAY = 'redis://:canary@127.0.0.1:1';

const FAULTS: [string, string[], Record<string, string>, RegExp][] = [
  ['a public address that is none', ['start'], { PUBLIC_URL: 'chat.example' }, /PUBLIC_URL must be a full/],
  ['a model address that is none', ['service'], { OPENAI_BASE_URL: 'localhost' }, /OPENAI_BASE_URL must be/],
  ['documents that are not there', ['service'], { DOCS_DIR: '., /nowhere' }, /DOCS_DIR: \/nowhere does not/],
  ['documents that are a file', ['service'], { DOCS_DIR: FILE }, /DOCS_DIR: .* is a file, not a folder/],
  ['documents of which one is a file', ['start'], { DOCS_DIR: `., ${FILE}` }, /DOCS_DIR: .* is a file/],
  ['documents no path leads to', ['start'], { DOCS_DIR: 'x'.repeat(300) }, /DOCS_DIR: x+ .*ENAMETOOLONG/],
  ['a data folder nobody can make', ['service'], { DATA_DIR: '/proc/canary' }, /DATA_DIR .*ENOENT/],
  ['a data folder nobody can make', ['start'], { DATA_DIR: '/proc/a/b' }, /DATA_DIR: .*ENOENT/],
  ['a data folder nobody can make', ['proxy'], { ...PROXY, DATA_DIR: '/proc/a' }, /DATA_DIR .*ENOENT/],
  ...[['service'], ['start'], ['proxy'], ['keys', 'list']].map((args): (typeof FAULTS)[number] => [
    `an address of ${args[0]} that is not of PostgreSQL`,
    args,
    { ...PROXY, DATABASE_URL: 'mysql://user:canary@127.0.0.1/agents' },
    /DATABASE_URL must begin with postgres:\/\/ or postgresql:\/\//,
  ]),
  ['a data folder that is a file', ['service'], { DATA_DIR: '/dev/null' }, /DATA_DIR .*EEXIST/],
  [
    'a database that is away',
    ['keys', 'list'],
    { DATABASE_URL: POSTGRES_AWAY },
    /DATABASE_URL .*ECONNREFUSED/,
  ],
  ['the proxy’s own', ['proxy'], { ...PROXY, DATABASE_URL: POSTGRES_AWAY }, /DATABASE_URL .*ECONNREFUSED/],
  ...[['service'], ['proxy']].flatMap((args): typeof FAULTS => [
    [
      `the Redis of ${args[0]}`,
      args,
      { ...PROXY, REDIS_URL: REDIS_AWAY },
      /: REDIS_URL cannot .*ECONNREFUSED/,
    ],
    [
      `the database of ${args[0]}, with a Redis beside it`,
      args,
      { ...PROXY, DATABASE_URL: POSTGRES_AWAY, REDIS_URL: REDIS_AWAY },
      /: DATABASE_URL cannot .*ECONNREFUSED/,
    ],
  ]),
  [
    'a Redis address that is none',
    ['service'],
    { REDIS_URL: ':canary@x' },
    /REDIS_URL must begin with redis:/,
  ],
  ...['redis://127.0.0.1:1/canary', 'redis://127.0.0.1:1/0/canary'].map(
    (REDIS_URL): (typeof FAULTS)[number] => [
      `a Redis that is no number: ${REDIS_URL}`,
      ['service'],
      { REDIS_URL },
      /REDIS_URL may have no path but the number of a database/,
    ],
  ),
  ...[
    'redis://u:#canary',
    'redis://:/canary',
    'redis://u:?canary',
    'redis://:p#canary',
    'redis://:%canary',
  ].map((REDIS_URL): (typeof FAULTS)[number] => [
    `a password that is not encoded: ${REDIS_URL}`,
    ['proxy'],
    { ...PROXY, REDIS_URL: `${REDIS_URL}@127.0.0.1:1` },
    /REDIS_URL is not a valid URL.*%23 for #/,
  ]),
  ...['#canary', '/canary', 'p#canary', 'p/canary', 'p?canary'].map((password): (typeof FAULTS)[number] => [
    `a password of PostgreSQL that is not encoded: ${password}`,
    ['keys', 'list'],
    { DATABASE_URL: `postgres://user:${password}@127.0.0.1:1/agents` },
    /DATABASE_URL is not a valid URL.*%23 for #/,
  ]),
  ...['"postgres://user:canary@127.0.0.1/agents"', 'host=127.0.0.1 password=canary'].map(
    (DATABASE_URL): (typeof FAULTS)[number] => [
      `a PostgreSQL address that is none: ${DATABASE_URL}`,
      ['proxy'],
      { ...PROXY, DATABASE_URL },
      /DATABASE_URL must begin with postgres:/,
    ],
  ),
  ...[['service'], ['start'], ['proxy']].map(([name]): (typeof FAULTS)[number] => [
    `an address of ${name} that is not of Redis`,
    [name!],
    { ...PROXY, REDIS_URL: 'http://:canary@127.0.0.1:1' },
    /REDIS_URL must begin with redis:\/\/ or rediss:\/\//,
  ]),
  ...['http://user:canary@a.example/v1', 'https://a.example/#canary'].map(
    (OPENAI_BASE_URL): (typeof FAULTS)[number] => [
      `a model address with ${OPENAI_BASE_URL.replace(/^\w+:/, '')}`,
      ['service'],
      { OPENAI_BASE_URL },
      /OPENAI_BASE_URL must not have a user name or fragment/,
    ],
  ),
  ...['canary key of words', 'canary,of,commas', 'canary-caf\u00e9'].map((key): (typeof FAULTS)[number] => [
    `a key that no header can carry: ${key}`,
    ['service'],
    { AGENT_API_KEY: key },
    /AGENT_API_KEY: must be printable ASCII without spaces and commas/,
  ]),
  ...['service', 'start'].flatMap((name): (typeof FAULTS)[number][] => [
    [`an agent's id that is none, for ${name}`, [name], { AGENT_ID: 'canary' }, /AGENT_ID: must be a UUID/],
    [
      `a key anybody can guess, for ${name}`,
      [name],
      { AGENT_API_KEY: 'canary' },
      /AGENT_API_KEY: must have at/,
    ],
  ]),
  ['a plan there is none of', ['service', '--plan', 'canary'], {}, /--plan: must be one of enterprise, plus/],
  ...['sk-canary\u2026', 'sk-\ncanary'].map((key): (typeof FAULTS)[number] => [
    `a model's key that no header can carry: ${JSON.stringify(key)}`,
    ['service'],
    { OPENAI_API_KEY: key },
    /openaiApiKey \(OPENAI_API_KEY\): must be printable ASCII/,
  ]),
];
for (const [what, args, env, sentence] of FAULTS) {
  test(`a start ends with a sentence and without a secret for ${what}`, async t => {
    const said = t.mock.method(console, 'error', () => {});
    const code = await main(args, { DATA_DIR: dataFolder(), LOG_LEVEL: 'silent', ...env });
    assert.equal(code, 1);
    const words = said.mock.calls.map(call => String(call.arguments[0]));
    assert.equal(words.length, 1);
    assert.match(words[0]!, sentence);
    assert.doesNotMatch(words[0]!, /canary|\n/);
  });
}

test('a start that fails on a variable creates nothing and prints no token', async t => {
  const folder = join(dataFolder(), 'data');
  const printed = t.mock.method(console, 'log', () => {});
  t.mock.method(console, 'error', () => {});
  for (const env of [
    { PORT: 'abc' },
    { SERVICE_PORT: '70000' },
    { TRUST_PROXY: 'yes' },
    { LOG_LEVEL: 'loud' },
    { DOCS_DIR: '/nowhere' },
  ]) {
    assert.equal(await main(['start'], { DATA_DIR: folder, ...env }), 1);
    assert.equal(existsSync(folder), false, JSON.stringify(env));
  }
  assert.equal(printed.mock.callCount(), 0);
});

for (const [name, variable, scheme] of [
  ['service', 'DATABASE_URL', 'postgres'],
  ['service', 'REDIS_URL', 'redis'],
  ['proxy', 'DATABASE_URL', 'postgres'],
  ['proxy', 'REDIS_URL', 'redis'],
] as const) {
  const start = async (t: TestContext, port: number): Promise<void> => {
    const said = t.mock.method(console, 'error', () => {});
    const env = { ...PROXY, DATA_DIR: dataFolder(), LOG_LEVEL: 'silent' };
    const code = await main([name], { ...env, [variable]: `${scheme}://user:canary@127.0.0.1:${port}` });
    assert.equal(code, 1);
    assert.equal(said.mock.callCount(), 1);
    assert.match(
      String(said.mock.calls[0]?.arguments[0]),
      new RegExp(`${variable} cannot be used \\([^)]+\\)\\.$`),
    );
  };

  test(`a start of ${name} ends with a sentence if ${variable} leads to a server that closes the connection`, async t => {
    const server = createServer(line => line.on('error', () => {}).once('data', () => line.destroy()));
    t.after(() => server.close());
    await start(t, await listenLocally(server));
  });

  test(`a start of ${name} ends with a sentence if ${variable} leads to a server that does not answer`, async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const server = createServer(line =>
      line.on('error', () => {}).once('data', () => t.mock.timers.tick(10_000)),
    );
    t.after(() => server.close());
    await start(t, await listenLocally(server));
  });
}

test('a start reports damaged settings and counters instead of serving nobody', async t => {
  const DATA_DIR = dataFolder();
  writeFileSync(join(DATA_DIR, 'proxy.sqlite'), 'no database'.repeat(1000));
  const said = t.mock.method(console, 'error', () => {});
  t.mock.method(console, 'log', () => {});
  const waits = t.mock.method(Atomics, 'wait');
  assert.equal(await main(['start'], { DATA_DIR, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0' }), 1);
  assert.match(
    String(said.mock.calls[0]?.arguments[0]),
    /^agent-chat: DATA_DIR cannot be used \(file is not a database\)\.$/,
  );
  assert.equal(waits.mock.callCount(), 0, 'nothing is held up for what will not mend');
});

test('the message about a used port names the variable for another one', async t => {
  const squatter = createServer();
  t.after(() => squatter.close());
  const port = await listenLocally(squatter);
  const said = t.mock.method(console, 'error', () => {});
  t.mock.method(console, 'log', () => {});
  const env = { DATA_DIR: dataFolder(), LOG_LEVEL: 'silent', PORT: '0', SERVICE_PORT: String(port) };
  assert.equal(await main(['start'], env), 1);
  const words = `Port ${port} is in use. Stop the program that uses it, or choose another port with SERVICE_PORT or --service-port.`;
  assert.equal(said.mock.calls[0]?.arguments[0], `agent-chat: ${words}`);
});
