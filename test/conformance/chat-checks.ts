import assert from 'node:assert/strict';
import { assertRefused, type Check } from './checks.ts';
import { eventsOf } from './openapi-check.ts';
import type { Answer } from './target.ts';

interface Reply {
  data: {
    id: string;
    parts: { type: string; text?: string }[];
    metadata: {
      userMessageId: string;
      conversationId: string;
      userId: string | null;
      usage: { credits: number };
    };
  };
}
const reply = (answer: Answer): Reply['data'] => {
  assert.equal(answer.status, 200);
  return (answer.body as Reply).data;
};

export const CHAT_CHECKS: readonly Check[] = [
  {
    section: '2.2',
    promise: 'a reply has its message, its ids, a finish reason and what it cost',
    async run(target) {
      const data = reply(await target.chat({ message: 'Hello there' }));
      assert.equal(data.metadata.userId, null);
      assert.ok(data.metadata.usage.credits >= 0);
      assert.notEqual(data.id, data.metadata.userMessageId);
    },
  },
  {
    section: '2.1',
    promise: 'the userId comes back, and a field nobody knows is ignored',
    async run(target) {
      const data = reply(await target.chat({ message: 'Hello', userId: 'user-7', whatever: { deep: [1] } }));
      assert.equal(data.metadata.userId, 'user-7');
    },
  },
  {
    section: '2.1',
    promise: 'a field of the wrong type is refused',
    async run(target) {
      for (const wrong of [
        { message: 1 },
        { message: 'a', stream: 'true' },
        { message: 'a', userId: 5 },
        {},
      ]) {
        assertRefused(await target.chat(wrong), 400);
      }
    },
  },
  {
    section: '4.1',
    promise: 'a conversation goes on under its id',
    async run(target) {
      const first = reply(await target.chat({ message: 'Hello' }));
      const { conversationId } = first.metadata;
      const second = reply(await target.chat({ message: 'And then?', conversationId }));
      assert.equal(second.metadata.conversationId, conversationId);
      assert.notEqual(second.id, first.id);
    },
  },
  {
    section: '4.1',
    promise: 'requests without a conversation each begin a new one',
    async run(target) {
      const [a, b] = await Promise.all([
        target.chat({ message: 'Hello' }),
        target.chat({ message: 'Hello' }),
      ]);
      assert.notEqual(reply(a).metadata.conversationId, reply(b).metadata.conversationId);
    },
  },
  {
    section: '5',
    promise: 'a missing or wrong key is a 401, whatever else is wrong',
    async run(target) {
      const agent = crypto.randomUUID();
      for (const key of [null, '', 'wrong', `${target.options.key}x`, target.options.key.slice(0, -1)]) {
        assertRefused(await target.chat('{', { key, agent }), 401);
      }
      const headers = { Authorization: `Basic ${target.options.key}` };
      assertRefused(await target.chat({ message: 'Hello' }, { key: null, headers }), 401);
    },
  },
  {
    section: '5',
    promise: "another workspace's agent is a 403",
    needsForeignAgent: true,
    async run(target) {
      assertRefused(await target.chat('{', { agent: target.options.foreignAgentId! }), 403);
    },
  },
  {
    section: '6',
    promise: 'a stream is token events, then done, and the tokens together are the text',
    async run(target) {
      const answer = await target.chat({ message: 'Tell me something', stream: true, userId: 'user-8' });
      assert.equal(answer.status, 200);
      const events = eventsOf(answer.text);
      const done = events.pop() as unknown as Reply & { type: string };
      assert.equal(done.type, 'done');
      assert.ok(events.every(event => event.type === 'token'));
      const text = done.data.parts.map(part => (part.type === 'text' ? part.text : '')).join('');
      assert.equal(events.map(event => event.content).join(''), text);
      assert.equal(done.data.metadata.userId, 'user-8');
    },
  },
  {
    section: '7',
    promise: 'a message of 0 or 2001 characters is invalid_message, one of 2000 is answered',
    async run(target) {
      assertRefused(await target.chat({ message: '' }), 400, 'invalid_message');
      assertRefused(await target.chat({ message: 'a'.repeat(2001) }), 400, 'invalid_message');
      assertRefused(await target.chat({ message: 'a'.repeat(2001), stream: true }), 400, 'invalid_message');
      assert.equal((await target.chat({ message: 'é'.repeat(2000) })).status, 200);
    },
  },
  {
    section: '7',
    promise: 'a body that is no JSON is a 400',
    async run(target) {
      for (const body of ['{', '', '[]', 'null', '"text"']) assertRefused(await target.chat(body), 400);
    },
  },
  {
    section: '7',
    promise: 'an agent that is not there is a 404',
    async run(target) {
      assertRefused(await target.chat('{', { agent: crypto.randomUUID() }), 404);
    },
  },
  {
    section: '8',
    promise: 'remaining falls with each request and never below zero',
    async run(target) {
      const answers = await Promise.all(Array.from({ length: 3 }, () => target.chat({ message: 'Hello' })));
      const remaining = answers.map(answer => Number(answer.headers.get('X-RateLimit-Remaining')));
      assert.equal(new Set(remaining).size, remaining.length);
      for (const { headers } of answers) {
        assert.ok(Number(headers.get('X-RateLimit-Remaining')) < Number(headers.get('X-RateLimit-Limit')));
        const reset = Number(headers.get('X-RateLimit-Reset')) - Date.now() / 1000;
        assert.ok(reset > -2 && reset < 63, 'the window ends within a minute');
      }
    },
  },
];
