import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMMANDS } from '../../../src/cli/main.ts';
import { VARIABLES } from '../../../src/cli/variables.ts';
import { callCommand } from './run-command.ts';
import { runCommand } from './running.ts';

test('every command explains itself and each variable it reads', async t => {
  const overview = runCommand(t, ['--help']);
  assert.equal(await overview.ended, 0);
  for (const command of COMMANDS) {
    assert.match(overview.output(), new RegExp(`^  ${command.name} +\\S`, 'm'));
    const help = await callCommand([command.name, '--help'], {});
    assert.equal(help.code, 0);
    assert.deepEqual(await callCommand(['help', command.name], {}), help);
    for (const name of command.variables) {
      assert.ok(help.stdout.includes(name) && help.stdout.includes(VARIABLES[name].help), name);
    }
    const rows = help.stdout.match(/^ {2}(?:--|[A-Z]{2}).*/gm)!;
    const columns = rows.map(row => row.slice(2).search(/ {2}\S/));
    assert.equal(new Set(columns).size, 1, `${command.name} explains all of it in one column`);
    const switches = Object.keys(command.switches ?? {}).map(name => `  --${name}  `);
    for (const row of rows.filter(each => !switches.some(name => each.startsWith(name))))
      assert.match(row, /^ {2}[A-Z_]+ {2}|--[\w-]+ <\S+>/, 'an option says that it takes a value');
  }
});

test('a reporter of a bug can find out the release', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  for (const asked of ['--version', '-v', 'version']) {
    const { code, stdout } = await callCommand([asked], {});
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `${version}\n` });
  }
});

test('a wrong flag is explained in a sentence of its own', async () => {
  for (const [args, sentence] of [
    [['start', '--prot', '1'], "Unknown option '--prot'. See agent-chat start --help."],
    [['start', '--port'], "Option '--port <value>' argument missing. See agent-chat start --help."],
    [['start', '--port', '-1'], "Option '--port' argument is ambiguous. See agent-chat start --help."],
    // The first of two would be passed over without a word: a range of addresses, a folder of documents.
    [['keys', 'create', '--allow', '203.0.113.7', '--allow', '203.0.113.8'], '--allow is given twice.'],
    [['start', '--docs-dir', 'handbook', '--docs-dir=faq'], '--docs-dir is given twice.'],
  ] as const) {
    const { code, stderr } = await callCommand(args, {});
    assert.deepEqual({ code, stderr }, { code: 1, stderr: `agent-chat: ${sentence}\n` });
  }
});

test('no secret can be given as a flag, which the whole machine could read', () => {
  for (const [name, variable] of Object.entries(VARIABLES)) {
    if (/KEY|TOKEN|SECRET|DATABASE|REDIS/.test(name)) assert.ok(!('flag' in variable), name);
  }
});

const FAULTS: [string, string[], Record<string, string>, RegExp][] = [
  ['an unknown command', ['strat'], {}, /no command "strat"/],
  ['an unknown flag', ['proxy', '--prot', '1'], {}, /'--prot'/],
  ['a word where only flags are read', ['start', '9000'], {}, /start takes only flags/],
  ['a range without its flag', ['keys', 'create', '203.0.113.0/24'], {}, /Choose an action/],
  ['a second key to revoke', ['keys', 'revoke', 'one', 'two'], {}, /Choose an action/],
  ['a second agent to list', ['agents', 'list', 'one'], {}, /Choose an action/],
  ['a second file', ['contacts', 'import', 'one.csv', 'two.csv'], {}, /Choose an action/],
  ['no service', ['proxy'], {}, /AGENT_BASE_URL is not set/],
  ['no key', ['proxy'], { AGENT_BASE_URL: 'https://a.example' }, /AGENT_API_KEY is not set/],
  [
    'plain http to another machine',
    ['proxy'],
    { AGENT_BASE_URL: 'http://a.example', AGENT_API_KEY: 'sk-canary' },
    /plain http/,
  ],
  [
    'a port that is none',
    ['proxy'],
    { AGENT_BASE_URL: 'https://a.example', AGENT_API_KEY: 'sk-canary', PORT: '99999' },
    /PORT must be a whole number from 0 to 65535/,
  ],
  [
    'a port of the service that is none, before a key is made',
    ['service'],
    { PORT: '99999' },
    /^agent-chat: PORT must be a whole number/,
  ],
  [
    'more proxies in front of the service than can be believed',
    ['service'],
    { TRUST_PROXY: '21' },
    /TRUST_PROXY must be a whole number from 0 to 20/,
  ],
  [
    'a pool whose only connection would wait for itself',
    ['start'],
    { DATABASE_POOL: '1' },
    /DATABASE_POOL must be a whole number from 2 to 1000/,
  ],
  [
    'conversations that are to be kept for no day',
    ['service', '--conversation-days', '0'],
    {},
    /CONVERSATION_DAYS must be a whole number from 1 to 36500/,
  ],
  [
    'conversations that are to be kept for words',
    ['start'],
    { CONVERSATION_DAYS: '90 days' },
    /CONVERSATION_DAYS must be a whole number from 1 to 36500/,
  ],
  [
    'a model that is given no time to answer',
    ['start', '--model-timeout', '0'],
    {},
    /MODEL_TIMEOUT must be a whole number from 10 to 240/,
  ],
];
for (const [what, args, env, sentence] of FAULTS) {
  test(`${what} ends the command with a sentence and without the key`, async () => {
    const { code, stdout, stderr } = await callCommand(args, env);
    assert.equal(code, 1);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stdout + stderr, /canary|\n\s+at /);
  });
}
