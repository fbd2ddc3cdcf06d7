import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OpenAiServer, openAiServer } from '../fakes/openai-server.ts';
import { type App, startApp } from './app.ts';

const MODEL_KEY = 'sk-canary-of-the-model';
let provider: OpenAiServer;
let app: App;

before(async () => {
  provider = await openAiServer({ apiKey: MODEL_KEY, models: ['only-model'] });
  app = await startApp({
    OPENAI_BASE_URL: `${provider.url}?api-version=2026-11-01`,
    OPENAI_API_KEY: MODEL_KEY,
    LOG_LEVEL: 'trace',
  });
});
after(async () => {
  await app?.stop();
  await provider?.close();
});

interface Event {
  type: string;
  content?: string;
  message?: string;
  data?: { parts: { type: string; text?: string; url?: string }[]; metadata: Record<string, unknown> };
}

function ask(body: object, key: string = crypto.randomUUID()): Promise<Response> {
  return fetch(`${app.url}/api/v2/agents/${app.agentId}/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
}

async function events(response: Response): Promise<Event[]> {
  const text = await response.text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!) as Event);
}

test('with OPENAI_BASE_URL, agent-chat start answers with the model, from the documents', async () => {
  provider.script({ text: ['Set', ' PORT', ' [1].'] });
  const response = await ask({ message: 'How do I run it on another port?', stream: true });
  assert.equal(response.status, 200);
  const streamed = await events(response);
  assert.deepEqual(
    streamed.slice(0, -1).map(event => event.content),
    ['Set', ' PORT', ' [1].'],
  );
  const done = streamed.at(-1)?.data;
  assert.equal(done?.parts[0]?.text, 'Set PORT [1].');
  assert.match(done?.parts[1]?.url ?? '', /^\/docs\//);
  const page = await fetch(new URL(done!.parts[1]!.url!, app.url));
  assert.equal(page.status, 200, 'the cited document is there to be read');
  assert.equal(provider.seen[0]!.url, '/v1/chat/completions?api-version=2026-11-01');
  const { model, messages } = provider.seen[0]!.body;
  assert.equal(model, 'only-model');
  assert.match(messages.at(-1)!.content, /8787/);
});

test('the failure of a provider is reported in our own words, without its key and text', async () => {
  provider.seen.length = 0;
  provider.script({ text: ['Half'], ending: 'report an error' });
  const streamed = await events(await ask({ message: 'How do I run it?', stream: true }));
  assert.equal(streamed.at(-1)?.type, 'error');
  const all = JSON.stringify(streamed) + app.output();
  for (const secret of [MODEL_KEY, 'org-canary', provider.url, 'How do I run it?']) {
    assert.ok(!all.includes(secret), secret);
  }
});

test('a visitor who stops the answer ends the request to the model', async () => {
  provider.seen.length = 0;
  provider.script({
    text: ['One', ' two'],
    before: piece => (piece === 0 ? undefined : new Promise(() => {})),
  });
  const key = crypto.randomUUID();
  const response = await ask({ message: 'How do I run it?', stream: true }, key);
  const visitor = response.headers.get('x-visitor-token');
  assert.ok(visitor);
  const reader = response.body!.getReader();
  await reader.read();
  const stop = await fetch(`${app.url}/api/v2/agents/${app.agentId}/chat/${key}`, {
    method: 'DELETE',
    headers: { 'X-Visitor-Token': visitor },
  });
  assert.ok(stop.ok, String(stop.status));
  assert.equal(await provider.seen[0]!.over, false);
  await reader.cancel();
});
