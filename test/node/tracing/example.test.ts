import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { listenLocally } from '../../../scripts/loopback.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { dataFolder, runCommand } from '../cli/running.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/opentelemetry/tracing.js');
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2 for an error. */
  status: { code?: number };
}

interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { scope: { name: string }; spans: OtlpSpan[] }[];
  }[];
}

/** A collector that takes spans as JSON. */
async function startCollector(t: TestContext): Promise<{ url: string; received: OtlpRequest[] }> {
  const received: OtlpRequest[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push(JSON.parse(await text(request)) as OtlpRequest);
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url, received };
}

test('with the example of the documents a collector shows one failing reply from the proxy to the model', async t => {
  const collector = await startCollector(t);
  const model = await openAiServer();
  t.after(() => model.close());
  model.script({ text: ['One'], ending: 'cut the line' });
  const AGENT_ID = crypto.randomUUID();
  const started = runCommand(t, ['start'], {
    DATA_DIR: dataFolder(),
    AGENT_ID,
    PORT: '0',
    OPENAI_BASE_URL: model.url,
    NODE_OPTIONS: `--import ${EXAMPLE}`,
    OTEL_SERVICE_NAME: 'shop-chat',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const [, url] = await started.printed(/is at (http:\S+)/);
  const answer = await fetch(`${url}/api/v2/agents/${AGENT_ID}/chat`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: url!,
      traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ message: 'Where is the moon?', stream: true }),
  });
  assert.match(await answer.text(), /"type":"error"/);
  started.child.kill('SIGTERM');
  assert.equal(await started.ended, 0, started.output());

  const resources = collector.received.flatMap(({ resourceSpans }) => resourceSpans);
  const name = resources[0]?.resource.attributes.find(({ key }) => key === 'service.name');
  assert.equal(name?.value.stringValue, 'shop-chat');
  const spans = resources
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(scope => scope.spans)
    .filter(({ traceId }) => traceId === TRACE_ID);
  const failed = spans.filter(({ status }) => status.code === 2);
  const asked = failed.find(({ name: of }) => of.startsWith('chat '));
  assert.ok(asked, JSON.stringify(spans.map(span => span.name)));
  const path: string[] = [];
  for (let next: OtlpSpan[] = [asked]; next.length > 0; ) {
    const [{ name: of, parentSpanId }] = next as [OtlpSpan];
    path.push(of);
    next = spans.filter(({ spanId }) => spanId === parentSpanId);
  }
  assert.deepEqual(path, [
    asked.name,
    'POST /api/v2/agents/:agentId/chat',
    'POST /api/v2/agents/{id}/chat',
    'POST /api/v2/agents/:agentId/chat',
  ]);
});
