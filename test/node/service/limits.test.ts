import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Harness, startService } from './harness.ts';

describe('limits', () => {
  let harness: Harness;
  let other: string;
  before(async () => {
    harness = await startService({ documents: { 'a.md': '# Tents\n\nWash tents by hand.\n' } });
    other = (await harness.service.management.createWorkspace({ name: 'plus', plan: 'plus' })).id;
  });
  after(() => harness.end());

  const plusAgent = async (): Promise<{ agent: string; key: string }> => {
    const { id } = await harness.service.management.createAgent({ workspaceId: other });
    const { key } = await harness.service.management.createKey({ workspaceId: other });
    return { agent: id, key };
  };

  test('of 200 simultaneous requests on a key of 60, exactly 60 are accepted', async () => {
    const init = await plusAgent();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => harness.chat({ message: 'Tents?' }, init)),
    );
    assert.equal(answers.filter(answer => answer.status === 200).length, 60);
    const refused = answers.filter(answer => answer.status === 429);
    assert.equal(refused.length, 140);
    for (const answer of refused) {
      assert.equal(answer.headers.get('x-ratelimit-limit'), '60');
      assert.equal(answer.headers.get('x-ratelimit-remaining'), '0');
      const retry = Number(answer.headers.get('retry-after'));
      const reset = Number(answer.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
      assert.ok(retry >= 1 && retry <= 61 && reset > 0 && reset <= 61);
    }
    const remaining = answers.map(answer => Number(answer.headers.get('x-ratelimit-remaining')));
    assert.deepEqual(
      [...new Set(remaining)].sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, i) => i),
    );
  });

  test('each key has its own limit', async () => {
    const first = await plusAgent();
    for (let i = 0; i < 60; i++) await harness.chat('{', first);
    assert.equal((await harness.chat({ message: 'Tents?' }, first)).status, 429);
    const second = await harness.service.management.createKey({ workspaceId: other });
    assert.equal((await harness.chat({ message: 'Tents?' }, { ...first, key: second.key })).status, 200);
  });

  test('an answer to another method than POST has the limit too, whoever asks', async () => {
    const init = await plusAgent();
    const path = `/api/v2/agents/${init.agent}/chat`;
    for (const [i, method] of ['GET', 'PUT', 'HEAD', 'OPTIONS', 'DELETE'].entries()) {
      const answer = await harness.send(path, { method, key: init.key });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'POST');
      assert.equal(answer.headers.get('x-ratelimit-limit'), '60');
      assert.equal(answer.headers.get('x-ratelimit-remaining'), String(59 - i));
      assert.ok(Number(answer.headers.get('x-ratelimit-reset')) > 0);
    }
    for (const method of ['GET', 'OPTIONS', 'OPTIONS']) {
      const stranger = await harness.send(path, { key: null, method, address: '2001:db8:8::1' });
      assert.equal(stranger.status, 405, 'who has none is told the same');
      assert.equal(stranger.headers.get('x-ratelimit-limit'), '600');
      assert.equal(stranger.headers.get('x-ratelimit-remaining'), '600', 'a question that guesses no key');
    }
  });

  test('a client that guesses keys is slowed down, and nobody else', async () => {
    const stranger = { key: 'guess', address: '2001:db8:7::1' };
    const guesses = await Promise.all(Array.from({ length: 601 }, () => harness.chat('{', stranger)));
    assert.equal(guesses.filter(answer => answer.status === 401).length, 600);
    const neighbour = { ...stranger, address: '2001:db8:7::beef' };
    assert.equal((await harness.chat('{', neighbour)).status, 429, 'the same subscriber by another address');
    assert.equal((await harness.chat({ message: 'Tents?' }, { address: '2001:db8:7::1' })).status, 200);
    assert.equal((await harness.chat('{', { ...stranger, address: '198.51.100.4' })).status, 401);
  });

  test('the limit an agent sets for its visitors applies to each address, from the next request', async () => {
    const { id } = await harness.service.management.createAgent({ workspaceId: harness.workspaceId });
    const rateLimit = { messages: 2, seconds: 30, message: 'Slowly, please.' };
    const body = { chatbotId: id, rateLimit };
    assert.equal((await harness.send('/v2/chatbots/settings', { method: 'POST', body })).status, 202);
    const from = (address: string): Promise<Response> =>
      harness.chat({ message: 'Tents?' }, { agent: id, address });
    assert.equal((await from('192.0.2.1')).status, 200);
    assert.equal((await from('::ffff:192.0.2.1')).status, 200);
    const refused = await from('192.0.2.1');
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /Slowly, please\./);
    assert.ok(Number(refused.headers.get('retry-after')) <= 30);
    assert.equal((await from('192.0.2.2')).status, 200);

    const headers = { 'X-Visitor-Limit': 'applied' };
    const counted = await harness.chat({ message: 'Tents?' }, { agent: id, address: '192.0.2.1', headers });
    assert.equal(counted.status, 200, 'a proxy has counted this visitor already');
  });
});
