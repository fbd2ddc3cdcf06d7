import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../../../src/proxy/config.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY } from '../../fakes/upstream.ts';
import { ADMIN, AGENT, errorCode, setUp } from './harness.ts';

const OTHER = crypto.randomUUID();
const JSON_TYPE = { 'Content-Type': 'application/json' };
const AS_ADMIN = { ...JSON_TYPE, Authorization: `Bearer ${ADMIN}` };

test('a proxy that names its agents serves no other one, to nobody and on no route', async t => {
  const { ask, chat, upstream } = await setUp(t, { agentIds: [AGENT.toUpperCase()] });
  assert.equal((await chat({ message: 'hi' })).status, 200);
  const asked = upstream.seen.length;
  const routes: [string, string, Record<string, string>, object?][] = [
    ['POST', `/api/v2/agents/${OTHER}/chat`, JSON_TYPE, { message: 'hi' }],
    ['GET', `/api/v2/agents/${OTHER}/settings`, {}],
    [
      'POST',
      `/api/v2/agents/${OTHER}/feedback`,
      JSON_TYPE,
      { messageId: 'a', conversationId: 'b', value: 'up' },
    ],
    ['POST', `/v2/chatbots/${OTHER}/contacts`, JSON_TYPE, { users: [{ email: 'kim@example.org' }] }],
    ['POST', `/v2/chatbots/${OTHER}/contacts`, AS_ADMIN, { users: [{ email: 'kim@example.org' }] }],
    ['GET', `/v2/chatbots/${OTHER}/contacts`, AS_ADMIN],
    ['GET', `/v2/chatbots/${OTHER}/settings`, AS_ADMIN],
    ['GET', `/v2/chatbots/${OTHER}/settings/history`, AS_ADMIN],
    ['GET', `/v2/chatbots/${OTHER}/usage`, AS_ADMIN],
    ...['conversations', 'conversations/export', `conversations/${OTHER}`, 'extensions', 'models'].map(
      (path): [string, string, Record<string, string>] => ['GET', `/v2/chatbots/${OTHER}/${path}`, AS_ADMIN],
    ),
    ['DELETE', `/v2/chatbots/${OTHER}/conversations?user=kim`, AS_ADMIN],
    ['DELETE', `/v2/chatbots/${OTHER}/conversations/${OTHER}`, AS_ADMIN],
    ...['answers', 'answers/unanswered'].map((path): [string, string, Record<string, string>] => [
      'GET',
      `/v2/chatbots/${OTHER}/${path}`,
      AS_ADMIN,
    ]),
    ...['answers', 'answers/check', `answers/${OTHER}`, `answers/${OTHER}/restore`].map(
      (path): [string, string, Record<string, string>, object] => [
        'POST',
        `/v2/chatbots/${OTHER}/${path}`,
        AS_ADMIN,
        { question: 'How?', answer: 'So.' },
      ],
    ),
    ['DELETE', `/v2/chatbots/${OTHER}/answers/${OTHER}`, AS_ADMIN],
    ['GET', `/v2/chatbots/${OTHER}/sources`, AS_ADMIN],
    ['DELETE', `/v2/chatbots/${OTHER}/sources?source=x`, AS_ADMIN],
    ['GET', `/v2/chatbots/${OTHER}/sources/documents?source=x`, AS_ADMIN],
    ['GET', `/v2/chatbots/${OTHER}/sources/documents/1`, AS_ADMIN],
    ['DELETE', `/v2/chatbots/${OTHER}/sources/documents/1`, AS_ADMIN],
    ['POST', `/v2/chatbots/${OTHER}/sources/ask`, AS_ADMIN, { question: 'How?' }],
    [
      'POST',
      `/v2/chatbots/${OTHER}/sources/uploads/${OTHER}`,
      AS_ADMIN,
      { name: 'a.md', size: 1, offset: 0, data: 'YQ==' },
    ],
    ['POST', `/v2/chatbots/${OTHER}/draft-chat`, AS_ADMIN, { message: 'hi', settings: {} }],
    ['POST', '/v2/chatbots/settings', AS_ADMIN, { chatbotId: OTHER, name: 'Ada' }],
  ];
  for (const [method, path, headers, body] of routes) {
    const response = await ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    assert.deepEqual([response.status, await errorCode(response)], [404, 'not_found'], `${method} ${path}`);
  }
  assert.equal(upstream.seen.length, asked, 'nothing is sent upstream');
});

test('a list of agents that cannot work is refused at the start', () => {
  for (const agentIds of [[], ['no agent'], [AGENT, '../x']]) {
    const make = () => createProxy({ baseUrl: 'https://agents.example', apiKey: KEY, agentIds });
    assert.throws(make, (error: unknown) => error instanceof ConfigError && /AGENT_IDS/.test(error.message));
  }
});
