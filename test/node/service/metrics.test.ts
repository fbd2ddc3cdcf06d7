import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAiServer } from '../../fakes/openai-server.ts';
import { KEY, startService } from './harness.ts';

test('an operator reads how replies, limits, credits, the model and documents are', async t => {
  const model = await openAiServer();
  const harness = await startService({
    openaiBaseUrl: model.url,
    documents: { 'tents.md': '# Tents\n\nWash a tent by hand.' },
  });
  t.after(async () => {
    await harness.end();
    await model.close();
  });
  model.script({ text: ['By', ' hand.'] }, { status: 401 });
  await (await harness.chat({ message: 'How do I wash a tent?', stream: true })).text();
  assert.equal((await harness.chat({ message: 'How do I wash a tent?' })).status, 502);
  assert.equal((await harness.chat({ message: '' })).status, 400);
  await harness.send('/nowhere');

  const text = await (await harness.send('/metrics')).text();
  for (const line of [
    'agent_chat_service_replies_total{outcome="done"} 1',
    'agent_chat_service_replies_total{outcome="failed"} 1',
    'agent_chat_service_reply_seconds_count{outcome="done"} 1',
    'agent_chat_service_first_token_seconds_count 1',
    'agent_chat_service_credits_spent_total 1',
    'agent_chat_service_refusals_total{code="invalid_message"} 1',
    'agent_chat_service_requests_total{route="other",status="404"} 1',
    'agent_chat_service_model_failures_total{status="401"} 1',
    'agent_chat_service_documents 1',
    'agent_chat_service_reading_documents 0',
    'agent_chat_service_replies_running 0',
  ]) {
    assert.ok(text.includes(`${line}\n`), `${line}\n${text}`);
  }
  assert.match(text, /^process_resident_memory_bytes /m);
});

test('from elsewhere the metrics need a key', async t => {
  const harness = await startService();
  t.after(() => harness.end());
  const read = async (address: string, key: string | null): Promise<number> =>
    (await harness.send('/metrics', { address, key })).status;
  assert.equal(await read('203.0.113.7', null), 401);
  assert.equal(await read('203.0.113.7', KEY), 200);
});
