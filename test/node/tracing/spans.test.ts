import assert from 'node:assert/strict';
import { after, beforeEach, type TestContext, test } from 'node:test';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { createProxy } from '../../../src/proxy/index.ts';
import { openApi } from '../../../src/service/openapi/description.ts';
import { maskedPath } from '../../../src/tracing/http-spans.ts';
import { type OpenAiServer, openAiServer } from '../../fakes/openai-server.ts';
import { type Harness, KEY, startService, until } from '../service/harness.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${CALLER}-01`;
const ADMIN = 'admin-canary-0123456789';
const IDENTITY = 'identity-secret-0123456789';

type Line = Record<string, unknown> & { message: string };
type Span = ReadableSpan;

const exporter = new InMemorySpanExporter();
const sdk = new NodeSDK({ spanProcessors: [new SimpleSpanProcessor({ exporter })], instrumentations: [] });
sdk.start();
after(() => sdk.shutdown());
beforeEach(() => exporter.reset());

const spans = (): Span[] => exporter.getFinishedSpans();
const named = (name: string): Span => {
  const found = spans().filter(span => span.name === name);
  assert.equal(found.length, 1, `${found.length} spans "${name}" of ${spans().map(span => span.name)}`);
  return found[0]!;
};
const parentOf = (span: Span): string | undefined => span.parentSpanContext?.spanId;

interface Setup {
  service: Harness;
  model: OpenAiServer;
  lines: { service: Line[]; proxy: Line[] };
  ask(
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  chat(body: object, headers?: Record<string, string>): Promise<Response>;
}

/** A proxy before a service with a model. */
async function setUp(t: TestContext): Promise<Setup> {
  const model = await openAiServer();
  const lines: Setup['lines'] = { service: [], proxy: [] };
  const loggerFor = (to: Line[]) => {
    const add = (fields: object, message: string): void => void to.push({ ...fields, message });
    return { info: add, warn: add, error: add };
  };
  const service = await startService({
    openaiBaseUrl: model.url,
    logger: loggerFor(lines.service),
    documents: { 'returns.md': '# Returns\n\nParcels go back within nine days.\n' },
  });
  const proxy = createProxy({
    baseUrl: 'http://service.example:8080',
    allowInsecureUpstream: true,
    apiKey: KEY,
    adminToken: ADMIN,
    identitySecret: IDENTITY,
    logger: loggerFor(lines.proxy),
    fetch: (async (url: string, init: RequestInit) =>
      service.service.fetch(new Request(url, init))) as typeof fetch,
  });
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    await service.end();
    await model.close();
  });
  const ask: Setup['ask'] = async (path, { method = 'GET', body, headers } = {}) =>
    proxy(
      new Request(`https://chat.example${path}`, {
        method,
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      { remoteAddress: '192.0.2.77' },
    );
  return {
    service,
    model,
    lines,
    ask,
    chat: (body, headers) =>
      ask(`/api/v2/agents/${service.agentId}/chat`, { method: 'POST', body, ...(headers && { headers }) }),
  };
}

const AT_PROXY = 'POST /api/v2/agents/:agentId/chat';
const TO_SERVICE = 'POST /api/v2/agents/{id}/chat';

/** The spans of one question, by where they are made. */
function spansOfChat(): { proxy: Span; call: Span; service: Span } {
  const call = named(TO_SERVICE);
  const servers = spans().filter(({ name }) => name === AT_PROXY);
  const service = servers.find(span => parentOf(span) === call.spanContext().spanId);
  const proxy = servers.find(span => span.spanContext().spanId === parentOf(call));
  assert.ok(service && proxy && servers.length === 2);
  return { proxy, call, service };
}

test('a reply that breaks off is followed by one trace through proxy, service and model', async t => {
  const { model, chat, lines } = await setUp(t);
  model.script({ text: ['Nine'], ending: 'cut the line' });
  const answer = await chat(
    { message: 'How long can parcels go back?', stream: true },
    { traceparent: TRACEPARENT, 'X-Request-Id': 'shop-42' },
  );
  await answer.text();
  await until(() => spans().filter(({ kind }) => kind === SpanKind.SERVER).length === 2);

  const { proxy, call, service } = spansOfChat();
  const asked = named('chat gpt-4o-mini');
  for (const span of spans()) assert.equal(span.spanContext().traceId, TRACE_ID, span.name);
  assert.equal(parentOf(proxy), CALLER);
  for (const child of [asked, ...spans().filter(({ name }) => name === 'retrieval')])
    assert.equal(parentOf(child), service.spanContext().spanId, child.name);
  // The service's answer arrived whole: it says that the reply broke off.
  assert.equal(call.status.code, SpanStatusCode.UNSET);
  for (const span of [proxy, service, asked]) {
    assert.equal(span.status.code, SpanStatusCode.ERROR, span.name);
    assert.ok(span.attributes['error.type'], span.name);
  }
  assert.equal(proxy.attributes['error.type'], 'stream_interrupted');
  for (const span of [proxy, service])
    assert.deepEqual(span.attributes['http.request.header.x-request-id'], ['shop-42']);

  for (const [found, message, span] of [
    [lines.service, 'the model gave no answer', service],
    [lines.service, 'a reply failed', service],
    [lines.proxy, 'request', proxy],
  ] as const) {
    const line = found.find(each => each.message === message);
    assert.equal(line?.traceparent, `00-${TRACE_ID}-${span.spanContext().spanId}-01`, message);
    assert.equal(line?.requestId, 'shop-42');
  }
});

test('spans have the names and attributes of the semantic conventions', async t => {
  const {
    model,
    chat,
    service: { agentId },
  } = await setUp(t);
  model.script({ text: ['Nine days.'] });
  assert.equal((await chat({ message: 'How long can parcels go back?' })).status, 200);
  await until(() => spans().filter(({ kind }) => kind === SpanKind.SERVER).length === 2);

  const { proxy, call, service } = spansOfChat();
  const { 'http.request.header.x-request-id': _, ...attributes } = proxy.attributes;
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'http.route': '/api/v2/agents/:agentId/chat',
    'http.response.status_code': 200,
    'url.path': '/api/v2/agents/{id}/chat',
    'url.scheme': 'https',
    'gen_ai.agent.id': agentId,
  });
  assert.equal(call.kind, SpanKind.CLIENT);
  assert.deepEqual(call.attributes, {
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.address': 'service.example',
    'server.port': 8080,
    'url.full': 'http://service.example:8080/api/v2/agents/{id}/chat',
    'url.template': '/api/v2/agents/{id}/chat',
  });
  assert.equal(service.attributes['http.route'], '/api/v2/agents/:agentId/chat');
  const asked = named('chat gpt-4o-mini');
  const { 'gen_ai.response.time_to_first_chunk': seconds, ...ofModel } = asked.attributes;
  assert.equal(typeof seconds, 'number');
  assert.equal(asked.kind, SpanKind.CLIENT);
  assert.deepEqual(ofModel, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o-mini',
    'gen_ai.request.stream': true,
    'gen_ai.request.temperature': 0.2,
    'gen_ai.response.finish_reasons': ['stop'],
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(model.url).port),
  });
  assert.deepEqual(
    spans()
      .filter(({ name }) => name === 'retrieval')
      .map(({ kind, attributes: of }) => [kind, of['gen_ai.operation.name'], of['gen_ai.data_source.id']]),
    [
      [SpanKind.INTERNAL, 'retrieval', 'answers'],
      [SpanKind.INTERNAL, 'retrieval', 'documents'],
    ],
  );
  assert.equal(parentOf(named('store reply')), service.spanContext().spanId);
  for (const span of spans()) assert.equal(span.status.code, SpanStatusCode.UNSET, span.name);
});

test('the spans of a streamed reply last until its end', async t => {
  const { model, chat } = await setUp(t);
  const middle = Promise.withResolvers<void>();
  model.script({ text: ['Nine', ' days.'], before: piece => (piece === 1 ? middle.promise : undefined) });
  const answer = await chat({ message: 'How long can parcels go back?', stream: true });
  assert.equal(answer.status, 200);
  assert.deepEqual(
    spans()
      .filter(({ kind }) => kind !== SpanKind.INTERNAL)
      .map(({ name }) => name),
    [],
    'none has ended at the first token',
  );
  middle.resolve();
  await answer.text();
  await until(() => spans().filter(({ kind }) => kind === SpanKind.SERVER).length === 2);
  assert.equal(named(TO_SERVICE).status.code, SpanStatusCode.UNSET);
});

test('no span contains a key, a token, a text, a user or an address', async t => {
  const { model, ask, chat, service } = await setUp(t);
  const owner = { Authorization: `Bearer ${ADMIN}` };
  const question = 'Where is my violet umbrella?';
  const answer = 'It is in the northern lighthouse.';
  model.script({ text: [answer] }, { status: 400, error: { message: `No: ${question}` } });
  const first = await chat(
    { message: question },
    { 'Idempotency-Key': 'idempotency-canary', 'User-Agent': 'agent-canary' },
  );
  const token = first.headers.get('X-Visitor-Token')!;
  const { data } = (await first.json()) as { data: { metadata: { conversationId: string } } };
  await chat(
    { message: question, conversationId: data.metadata.conversationId },
    { 'X-Visitor-Token': token },
  );
  const agent = `/v2/chatbots/${service.agentId}`;
  await ask(`${agent}/contacts`, { method: 'POST', body: { users: [{ email: 'canary@example.com' }] } });
  await ask(`${agent}/conversations?user=user-canary&search=umbrella`, { headers: owner });
  await ask(`${agent}/conversations?user=user-canary`, { method: 'DELETE', headers: owner });
  await ask(`/api/v2/agents/${service.agentId}/chat/idempotency-canary`, {
    method: 'DELETE',
    headers: { 'X-Visitor-Token': token },
  });
  await ask(`/unknown/user-canary?email=canary@example.com`);
  await ask('/v2/chatbots/settings', { method: 'CANARY' });

  const written = JSON.stringify(
    spans().map(({ name, attributes, events, links, status }) => ({
      name,
      attributes,
      events,
      links,
      status,
    })),
  );
  assert.ok(spans().length > 15, `${spans().length} spans`);
  for (const secret of [
    ...[KEY, ADMIN, IDENTITY, token, data.metadata.conversationId, '192.0.2.77'],
    ...['canary', 'CANARY', 'umbrella', 'lighthouse', 'example.com'],
  ])
    assert.ok(!written.includes(secret), `a span contains ${secret}`);
});

test('a caller without a trace gets one, which the error body names', async t => {
  const { model, chat } = await setUp(t);
  model.script({ status: 400 });
  const { error } = (await (await chat({ message: 'Hi' })).json()) as { error: Record<string, string> };
  const { proxy } = spansOfChat();
  const { traceId, spanId } = proxy.spanContext();
  assert.equal(error.traceparent, `00-${traceId}-${spanId}-01`);
  assert.equal(parentOf(proxy), undefined);
});

test('a trace that its caller does not record is not recorded here either, and keeps its id', async t => {
  const { model, chat, lines } = await setUp(t);
  model.script({ status: 400 });
  await chat({ message: 'Hi' }, { traceparent: `00-${TRACE_ID}-${CALLER}-00` });
  assert.deepEqual(spans(), []);
  const line = lines.service.find(({ message }) => message === 'the model gave no answer');
  assert.match(String(line?.traceparent), new RegExp(`^00-${TRACE_ID}-[\\da-f]{16}-00$`));
});

test('a span names every route of the service, and no id in it', () => {
  for (const path of Object.keys(openApi().paths as object)) {
    const asked = path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID());
    assert.equal(maskedPath(asked), path.replaceAll(/\{\w+\}/g, '{id}'));
  }
});
