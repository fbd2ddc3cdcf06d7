import assert from 'node:assert/strict';
import { test } from 'node:test';
import { main } from '../../../src/cli/main.ts';
import { dataFolder } from './running.ts';

const PROXY = { AGENT_BASE_URL: 'https://a.example', AGENT_API_KEY: 'sk-canary' };
const POSTGRES_AWAY = 'postgres://user:canary@127.0.0.1:1/agents';
const REDIS_AWAY = 'redis://:canary@127.0.0.1:1';

const FAULTS: [string, string[], Record<string, string>, RegExp][] = [
  ['a public address that is none', ['start'], { PUBLIC_URL: 'chat.example' }, /PUBLIC_URL must be a whole/],
  ['a model address that is none', ['service'], { OPENAI_BASE_URL: 'localhost' }, /OPENAI_BASE_URL must be/],
  ['documents that are not there', ['service'], { DOCS_DIR: '/nowhere' }, /DOCS_DIR .*ENOENT/],
  ['a data folder that is a file', ['service'], { DATA_DIR: '/dev/null' }, /DATA_DIR .*EEXIST/],
  [
    'a database that is away',
    ['keys', 'list'],
    { DATABASE_URL: POSTGRES_AWAY },
    /DATABASE_URL .*ECONNREFUSED/,
  ],
  ['the proxy’s own', ['proxy'], { ...PROXY, DATABASE_URL: POSTGRES_AWAY }, /DATABASE_URL .*ECONNREFUSED/],
  ['a Redis that is away', ['service'], { REDIS_URL: REDIS_AWAY }, /REDIS_URL .*ECONNREFUSED/],
  ['the proxy’s Redis', ['proxy'], { ...PROXY, REDIS_URL: REDIS_AWAY }, /REDIS_URL .*ECONNREFUSED/],
  ['a Redis address that is none', ['service'], { REDIS_URL: ':canary@x' }, /REDIS_URL .*ERR_INVALID_URL/],
];
for (const [what, args, env, sentence] of FAULTS) {
  test(`a start ends with a sentence and without a secret for ${what}`, async t => {
    const said = t.mock.method(console, 'error', () => {});
    const code = await main(args, { DATA_DIR: dataFolder(t), LOG_LEVEL: 'silent', ...env });
    assert.equal(code, 1);
    const words = said.mock.calls.map(call => String(call.arguments[0]));
    assert.equal(words.length, 1);
    assert.match(words[0]!, sentence);
    assert.doesNotMatch(words[0]!, /canary|\n/);
  });
}
