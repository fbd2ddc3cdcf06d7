import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../../scripts/loopback.ts';
import { type FakeUpstream, KEY, startUpstream } from '../../fakes/upstream.ts';
import { exampleFile } from '../../runtimes/examples.ts';
import { AGENT, eventsIn, textOf } from './harness.ts';

const QUESTION = JSON.stringify({ message: 'hi', stream: true });
const VISITOR = '192.0.2.1';
const HEADERS = { 'Content-Type': 'application/json', 'X-Forwarded-For': VISITOR };

async function upstreamFor(t: TestContext): Promise<FakeUpstream> {
  const upstream = await startUpstream();
  t.after(() => upstream.close());
  return upstream;
}

/** The answer streamed through the runtime, and a refusal with its status. */
async function checkServer(base: string, upstream: FakeUpstream): Promise<void> {
  const url = `${base}/api/v2/agents/${AGENT}/chat`;
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body: QUESTION });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('Content-Type') ?? '', /event-stream/);
  assert.equal(textOf(eventsIn(await response.text())), 'Hello, world.');
  assert.equal(upstream.seen[0]?.headers.authorization, `Bearer ${KEY}`);
  const refused = await fetch(url, { method: 'POST', headers: HEADERS, body: '{}' });
  assert.equal(refused.status, 400);
  assert.equal((await fetch(`${base}/healthz`)).status, 200);
}

for (const name of ['node-http', 'express', 'fastify', 'hono']) {
  test(`the ${name} example of the documents serves a chat`, async t => {
    const upstream = await upstreamFor(t);
    const port = await freePort();
    const child = spawn(process.execPath, [exampleFile(t, name)], {
      env: { PATH: process.env.PATH, PORT: String(port), AGENT_BASE_URL: upstream.url, AGENT_API_KEY: KEY },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    await reachable(`http://localhost:${port}/chat/healthz`, child);
    await checkServer(`http://localhost:${port}/chat`, upstream);
  });
}

type Handler = (given: unknown, context?: object) => Promise<Response>;

/** What each framework exports for a question, and what it hands over with it. */
const FRAMEWORKS: Record<
  string,
  { methods: string[]; ask: (route: Record<string, Handler>, request: Request) => Promise<Response> }
> = {
  // Anything else, such as `dynamic`, is an error of its build where Cache Components are on, as in a new app.
  next: {
    methods: ['DELETE', 'GET', 'OPTIONS', 'POST'],
    ask: (route, request) => route[request.method]!(request, { params: Promise.resolve({}) }),
  },
  sveltekit: {
    methods: ['fallback'],
    ask: (route, request) => route.fallback!({ request, getClientAddress: () => VISITOR }),
  },
  astro: {
    methods: ['ALL', 'prerender'],
    ask: (route, request) => route.ALL!({ request, clientAddress: VISITOR }),
  },
  'react-router': {
    methods: ['action', 'loader'],
    ask: (route, request) => route[request.method === 'POST' ? 'action' : 'loader']!({ request }),
  },
  nuxt: { methods: ['default'], ask: (route, request) => route.default!({ request }) },
};

for (const [name, { methods, ask }] of Object.entries(FRAMEWORKS)) {
  test(`the ${name} example of the documents serves a chat`, async t => {
    const upstream = await upstreamFor(t);
    // A build loads the file where there may be neither.
    delete process.env.AGENT_BASE_URL;
    delete process.env.AGENT_API_KEY;
    // What Nuxt gives every route without an import.
    Object.assign(globalThis, {
      defineEventHandler: (handler: Handler) => handler,
      toWebRequest: ({ request }: { request: Request }) => request,
      getRequestIP: () => VISITOR,
    });
    const route = (await import(exampleFile(t, name))) as Record<string, Handler>;
    assert.deepEqual(Object.keys(route).sort(), methods);
    Object.assign(process.env, { AGENT_BASE_URL: upstream.url, AGENT_API_KEY: KEY });
    const url = `https://shop.example/chat/api/v2/agents/${AGENT}/chat`;
    const response = await ask(route, new Request(url, { method: 'POST', headers: HEADERS, body: QUESTION }));
    assert.equal(textOf(eventsIn(await response.text())), 'Hello, world.');
    const preflight = await ask(route, new Request(url, { method: 'OPTIONS' }));
    assert.equal(preflight.status, 204);
  });
}

test('the Lambda example of the documents streams a chat', async t => {
  const upstream = await upstreamFor(t);
  Object.assign(process.env, { AGENT_BASE_URL: upstream.url, AGENT_API_KEY: KEY });
  let head: { statusCode: number; headers: Record<string, string> } | undefined;
  // What Lambda's Node.js runtime puts into the global scope of a streaming function.
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: (handler: unknown) => handler,
      HttpResponseStream: {
        from(stream: PassThrough, metadata: typeof head) {
          head = metadata;
          return stream;
        },
      },
    },
  });
  const { handler } = (await import(exampleFile(t, 'lambda'))) as {
    handler: (event: object, stream: PassThrough, context: object) => Promise<void>;
  };
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', chunk => chunks.push(chunk as Buffer));
  await handler(
    {
      version: '2.0',
      rawPath: `/api/v2/agents/${AGENT}/chat`,
      rawQueryString: '',
      headers: { 'content-type': 'application/json', host: 'x.lambda-url.example' },
      requestContext: { domainName: 'x.lambda-url.example', http: { method: 'POST', path: '/' } },
      body: QUESTION,
      isBase64Encoded: false,
    },
    stream,
    {},
  );
  assert.equal(head?.statusCode, 200);
  assert.equal(textOf(eventsIn(Buffer.concat(chunks).toString())), 'Hello, world.');
});

/** Resolves once the server answers. */
async function reachable(url: string, server: ChildProcess): Promise<void> {
  try {
    await (await fetch(url)).text();
  } catch (error) {
    if (server.exitCode !== null) throw error;
    await new Promise(resolve => setTimeout(resolve, 20));
    await reachable(url, server);
  }
}
