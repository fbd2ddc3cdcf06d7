import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAiServer } from '../../fakes/openai-server.ts';
import { readEvents, startService } from './harness.ts';

test('a draft chat follows the settings sent with it, stores none and remembers the conversation', async () => {
  const provider = await openAiServer();
  const harness = await startService({
    openaiBaseUrl: provider.url,
    settings: { instructions: 'Be brief.', temp: 0.2 },
  });
  const draft = (body: object): Promise<Response> =>
    harness.send(`/v2/chatbots/${harness.agentId}/draft-chat`, { method: 'POST', body });
  try {
    const long = 'Talk like a pirate. '.repeat(1000).slice(0, 20_000);
    const first = await draft({
      message: 'Who are you?',
      stream: true,
      settings: { instructions: long, temp: 0.9 },
    });
    assert.equal(first.status, 200);
    assert.ok(Number(first.headers.get('X-RateLimit-Limit')) > 0);
    const done = readEvents(await first.text()).at(-1);
    assert.ok(done?.type === 'done');
    const { conversationId } = done.data.metadata;
    await (await draft({ message: 'And then?', conversationId })).text();
    const [drafted, saved] = provider.seen.map(({ body }) => body);
    assert.ok(drafted?.messages[0]?.content.includes('Talk like a pirate.'));
    assert.equal(drafted?.temperature, 0.9);
    assert.ok(saved?.messages[0]?.content.includes('Be brief.'), 'nothing was stored');
    assert.ok(saved?.messages.some(({ content }) => content.includes('Who are you?')));
    const wrong = await draft({ message: 'hi', settings: { temp: 9 } });
    assert.equal(wrong.status, 400);
    assert.match(await wrong.text(), /temp/);
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, 1]));
    const tooMany = await draft({ message: 'hi', settings: many });
    assert.deepEqual(
      [tooMany.status, ((await tooMany.json()) as { error: { message: string } }).error.message],
      [400, 'body: has more than 406 fields'],
    );
    const none = await draft({ message: 'hi', settings: 'all of them' });
    assert.match(await none.text(), /"settings: must be an object"/);
  } finally {
    await harness.end();
    await provider.close();
  }
});

test('a reply that found nothing in the documents says so beside the reply, and no other does', async () => {
  const harness = await startService({ documents: { 'a.md': '# Parcels\n\nA parcel takes two days.\n' } });
  try {
    for (const [message, mark] of [
      ['How long does a parcel take?', null],
      ['Where do dinosaurs live?', 'none'],
      ['Hello', null],
    ] as const) {
      for (const stream of [false, true]) {
        const response = await harness.chat({ message, stream });
        assert.equal(response.headers.get('X-Agent-Answer'), mark, `${message} ${stream}`);
        assert.match(await response.text(), /"finishReason":"stop"/);
      }
    }
  } finally {
    await harness.end();
  }
});
