import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachEngine } from './engines.ts';
import type { Harness } from './harness.ts';

onEachEngine('settings', start => {
  let harness: Harness;
  before(async () => {
    harness = await start();
  });
  after(() => harness.end());

  const patch = (fields: object): Promise<Response> =>
    harness.send('/v2/chatbots/settings', {
      method: 'POST',
      body: { chatbotId: harness.agentId, ...fields },
    });
  const settings = () => harness.service.management.settings(harness.agentId);

  test('objects merge by key, arrays and null replace, and what is not sent stays', async () => {
    const before = await settings();
    await patch({ styles: { theme: 'dark' }, suggestedQueries: ['One?', 'Two?'] });
    await patch({ styles: { buttonColor: '#0b57d0' }, suggestedQueries: ['Three?'] });
    await patch({ leadForm: { title: 'Hello', email: { required: true } } });
    const after = await settings();
    assert.equal(after.styles.theme, 'dark');
    assert.equal(after.styles.buttonColor, '#0b57d0');
    assert.deepEqual(after.suggestedQueries, ['Three?']);
    assert.equal(after.leadForm?.email.required, true);
    assert.equal(after.leadForm?.email.enabled, true, 'the rest of a new object has its defaults');
    assert.deepEqual(after.initialMessages, before.initialMessages);
    await patch({ leadForm: null });
    assert.equal((await settings()).leadForm, null);
  });

  test('a patch of very many fields is refused early', async () => {
    const answer = await patch(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`key${i}`, 1])));
    const { error } = (await answer.json()) as { error: { message: string } };
    assert.deepEqual([answer.status, error.message], [400, 'body: has more than 406 fields']);
  });

  test('a wrong patch changes nothing, not even with its valid fields', async () => {
    const before = await settings();
    const wrong: [object, RegExp][] = [
      [{ name: 'New', temp: 2 }, /^temp: /],
      [{ name: 'New', unknown: 1 }, /^unknown: /],
      [{ name: 'New', styles: { theme: 'blue' } }, /^styles\.theme: /],
      [{ name: 'New', styles: { buttonColor: 'red;}*{display:none}' } }, /^styles\.buttonColor: /],
      [{ name: 'New', leadForm: { email: { required: 'yes' } } }, /^leadForm\.email\.required: /],
      [{ name: 'New', rateLimit: { messages: 0 } }, /^rateLimit\.messages: /],
      [{ name: 'New', allowedDomains: ['https://a.example/path'] }, /^allowedDomains: /],
      [{ name: 'New', '': {} }, /is not a setting/],
    ];
    for (const [fields, message] of wrong) {
      const answer = await patch(fields);
      assert.equal(answer.status, 400, JSON.stringify(fields));
      assert.match(((await answer.json()) as { error: { message: string } }).error.message, message);
    }
    const polluting = await harness.send('/v2/chatbots/settings', {
      method: 'POST',
      body: `{"chatbotId":"${harness.agentId}","__proto__":{"polluted":1},"styles":{"__proto__":{"polluted":1}}}`,
    });
    assert.equal(polluting.status, 400);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.deepEqual(await settings(), before);
  });

  test('an agent is not created with wrong settings', async () => {
    const { management } = harness.service;
    const before = await management.listAgents();
    const made = management.createAgent({ workspaceId: harness.workspaceId, settings: { temp: 2 } });
    await assert.rejects(made, { code: 'invalid_request', message: /^temp: / });
    assert.deepEqual(await management.listAgents(), before);
  });

  test('of many simultaneous patches none is lost', async () => {
    const patches = [
      { name: 'Bo' },
      { placeholder: 'Ask Bo' },
      { temp: 0.7 },
      { model: 'some-model' },
      { instructions: 'Be brief.' },
      { styles: { radius: 'large' } },
      { styles: { density: 'compact' } },
      { visibility: 'private' },
    ];
    const answers = await Promise.all(patches.map(patch));
    assert.ok(answers.every(answer => answer.status === 202));
    const { name, placeholder, temp, model, instructions, styles, visibility } = await settings();
    assert.deepEqual(
      {
        name,
        placeholder,
        temp,
        model,
        instructions,
        visibility,
        radius: styles.radius,
        density: styles.density,
      },
      {
        name: 'Bo',
        placeholder: 'Ask Bo',
        temp: 0.7,
        model: 'some-model',
        instructions: 'Be brief.',
        visibility: 'private',
        radius: 'large',
        density: 'compact',
      },
    );
  });
});
