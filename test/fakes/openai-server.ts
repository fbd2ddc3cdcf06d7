/** A local server that speaks the OpenAI chat completions API, plain and streamed, well and badly. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '../../scripts/loopback.ts';

export interface CompletionBody {
  model: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  temperature?: number;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
}

export interface SeenCompletion {
  authorization: string | undefined;
  body: CompletionBody;
  /** Settles when the exchange is over: true when the whole answer went out, false when the caller hung up before. */
  over: Promise<boolean>;
  /** Path and query. */
  url: string;
}

/** What the server does with one request. */
export interface Script {
  /** The reply, in the pieces it streams in. */
  text?: readonly string[];
  refusal?: string;
  /** Contents of another kind than text, before it. */
  oddContents?: readonly unknown[];
  toolCalls?: readonly { id: string; name: string; arguments: readonly string[] }[];
  /** Sent as they are, after it. */
  deltas?: readonly object[];
  /** Default `stop`. */
  finishReason?: string;
  /** Lines of the stream that come before each piece, as they are: signs of life, or what else an endpoint says. */
  between?: string;
  /** Waits before piece n (0, 1, …) is sent, n = the number of pieces before the finish reason: a slow model. */
  before?: (piece: number) => Promise<void> | undefined;
  /** After the last piece, instead of the finish reason: */
  ending?:
    | 'say only [DONE]'
    | 'cut the line'
    | 'end early'
    | 'report an error'
    | 'report an error as vLLM did, and say [DONE]'
    | 'send rubbish'
    | 'send an event without end';
  /** Cuts the line where only `[DONE]` is missing. */
  withoutDone?: boolean;
  /** Lines of the stream that come after `[DONE]`, as they are. */
  afterDone?: string;
  /** Leaves the line open after `[DONE]`, and tells when that has been sent. */
  staysOpen?: () => void;
  /** Refuses with this status and the API's error body. */
  status?: number;
  error?: { code?: string; type?: string; param?: string | null; message?: string };
  /** The whole body of the error, in place of that of the API. */
  errorBody?: unknown;
  /** Refuses with `status` only requests of this kind, and answers the others. */
  refuses?: (body: CompletionBody) => boolean;
  /** The whole stream, as it is. */
  raw?: string;
  headers?: Record<string, string>;
  /** Answers whole, in JSON, though a stream was asked for. */
  ignoresStream?: boolean;
  /** How the bytes of the stream are handed to the socket. */
  split?: 'events' | 'bytes' | 'random';
}

export interface SeenEmbedding {
  model: string;
  input: string[];
}

export interface OpenAiServer {
  /** Ends in `/v1`. */
  url: string;
  seen: SeenCompletion[];
  /** Requests to `/embeddings`. */
  embedded: SeenEmbedding[];
  /** How often it was asked for its models. */
  listings(): number;
  /** The n-th request from now is answered by the n-th script, all after the last by that one. */
  script(...scripts: Script[]): void;
  close(): Promise<void>;
}

/** Appears in every error the server words itself; nothing of it may reach a visitor or a log. */
export const PROVIDER_SECRET = 'org-canary-7f3a at /srv/provider/engine.py';

const DEFAULT_SCRIPT: Script = { text: ['Hello', '! How can', ' I help', ' you today?'] };

/** The vector of a text, or the status of a refusal. */
type Embed = (text: string) => readonly number[] | { status: number };

export async function openAiServer(
  options: { apiKey?: string; models?: readonly string[]; listed?: readonly object[]; embed?: Embed } = {},
): Promise<OpenAiServer> {
  let scripts: Script[] = [DEFAULT_SCRIPT];
  const seen: SeenCompletion[] = [];
  const embedded: SeenEmbedding[] = [];
  let listings = 0;

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const authorization = request.headers.authorization;
    if (options.apiKey && authorization !== `Bearer ${options.apiKey}`) {
      return refuse(response, 401, { code: 'invalid_api_key' }, `Incorrect API key: ${authorization}.`);
    }
    const [path] = request.url!.split('?');
    if (path === '/v1/models') listings++;
    const listed = options.listed ?? options.models?.map(id => ({ id }));
    if (request.method === 'GET' && path === '/v1/models' && listed) {
      const data = listed.map(model => ({ object: 'model', created: 0, owned_by: 'test', ...model }));
      return json(response, 200, { object: 'list', data });
    }
    if (request.method === 'POST' && path === '/v1/embeddings' && options.embed)
      return answerEmbeddings(request, response, options.embed, embedded);
    if (request.method !== 'POST' || path !== '/v1/chat/completions') {
      return refuse(response, 404, {}, `Unknown request URL: ${request.method} ${request.url}.`);
    }
    const body = (await readJson(request)) as CompletionBody;
    seen.push({
      authorization,
      body,
      url: request.url!,
      over: once(response, 'close').then(() => response.writableFinished),
    });
    if (!isCompletionBody(body)) return refuse(response, 400, {}, 'Invalid body.');
    const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? DEFAULT_SCRIPT;
    for (const [name, value] of Object.entries(script.headers ?? {})) response.setHeader(name, value);
    if (script.status && (script.refuses?.(body) ?? true)) {
      return script.errorBody === undefined
        ? refuse(response, script.status, script.error ?? {}, script.error?.message ?? 'No.')
        : json(response, script.status, script.errorBody);
    }
    if (body.stream && !script.ignoresStream) return stream(response, body, script);
    json(response, 200, completion(body, script));
  }

  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    embedded,
    listings: () => listings,
    script: (...next) => {
      scripts = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answerEmbeddings(
  request: IncomingMessage,
  response: ServerResponse,
  embed: Embed,
  embedded: SeenEmbedding[],
): Promise<void> {
  const { model, input, encoding_format } = (await readJson(request)) as {
    model: string;
    input: string | string[];
    encoding_format?: string;
  };
  const texts = typeof input === 'string' ? [input] : input;
  embedded.push({ model, input: texts });
  const vectors = texts.map(embed);
  const refusal = vectors.find(vector => 'status' in vector);
  if (refusal && 'status' in refusal) return refuse(response, refusal.status, {}, 'No embedding.');
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding:
      encoding_format === 'base64'
        ? Buffer.from(Float32Array.from(vector as readonly number[]).buffer).toString('base64')
        : vector,
  }));
  const usage = { prompt_tokens: texts.length, total_tokens: texts.length };
  json(response, 200, { object: 'list', data, model, usage });
}

async function stream(response: ServerResponse, body: CompletionBody, script: Script): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  if (script.raw !== undefined) {
    for (const slice of slices(script.raw, script.split))
      await new Promise<void>(sent => response.write(slice, () => setImmediate(sent)));
    response.end();
    return;
  }
  const send = async (data: unknown): Promise<void> => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    for (const slice of slices(`data: ${text}\n\n`, script.split)) {
      if (response.destroyed) return;
      // Letting the loop turn between slices keeps the kernel from joining all of them.
      await new Promise<void>(sent => response.write(slice, () => setImmediate(sent)));
    }
  };
  const usage = body.stream_options?.include_usage ? { usage: null } : {};
  const send1 = (delta: object, finishReason: string | null = null): Promise<void> =>
    send({ ...head(body, 'chat.completion.chunk'), choices: [choice({ delta }, finishReason)], ...usage });

  await send1({ role: 'assistant', content: '', refusal: null });
  let sent = 0;
  for (const delta of deltas(script)) {
    await script.before?.(sent++);
    if (response.destroyed) return;
    if (script.between) response.write(script.between);
    await send1(delta);
  }
  await script.before?.(sent);
  switch (script.ending) {
    case 'say only [DONE]':
      await send('[DONE]');
      response.end(script.afterDone);
      return;
    case 'cut the line':
      response.destroy();
      return;
    case 'end early':
      response.end();
      return;
    case 'report an error':
      await send(errorBody({ code: 'server_error' }, 'The server had an error.'));
      response.end();
      return;
    case 'report an error as vLLM did, and say [DONE]':
      await send({
        object: 'error',
        message: `No. (${PROVIDER_SECRET})`,
        type: 'InternalServerError',
        code: 500,
      });
      await send('[DONE]');
      response.end();
      return;
    case 'send an event without end':
      for (const part = 'x'.repeat(65_536); !response.destroyed; ) {
        await new Promise<void>(sent => response.write(part, () => setImmediate(sent)));
      }
      return;
    case 'send rubbish':
      await send('{"choices":[{"delta":');
      response.end();
      return;
  }
  await send1({}, script.finishReason ?? 'stop');
  if (body.stream_options?.include_usage) {
    await send({ ...head(body, 'chat.completion.chunk'), choices: [], usage: usageOf(script) });
  }
  if (script.withoutDone) {
    response.destroy();
    return;
  }
  await send('[DONE]');
  if (script.staysOpen) return script.staysOpen();
  response.end(script.afterDone);
}

function* deltas(script: Script): Generator<object> {
  for (const content of [...(script.oddContents ?? []), ...(script.text ?? [])]) yield { content };
  if (script.refusal) yield { refusal: script.refusal };
  for (const [index, { id, name, arguments: pieces }] of (script.toolCalls ?? []).entries()) {
    yield { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] };
    for (const piece of pieces) yield { tool_calls: [{ index, function: { arguments: piece } }] };
  }
  yield* script.deltas ?? [];
}

function completion(body: CompletionBody, script: Script): object {
  const message = {
    role: 'assistant',
    content: script.text?.join('') ?? null,
    refusal: script.refusal ?? null,
    ...(script.toolCalls && {
      tool_calls: script.toolCalls.map(({ id, name, arguments: pieces }) => ({
        id,
        type: 'function',
        function: { name, arguments: pieces.join('') },
      })),
    }),
  };
  return {
    ...head(body, 'chat.completion'),
    choices: [choice({ message }, script.finishReason ?? 'stop')],
    usage: usageOf(script),
  };
}

function head(body: CompletionBody, object: string): object {
  return { id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT', object, created: 1741569952, model: body.model };
}

function choice(content: object, finishReason: string | null): object {
  return { index: 0, ...content, logprobs: null, finish_reason: finishReason };
}

function usageOf(script: Script): object {
  const completion_tokens = script.text?.length ?? 0;
  return { prompt_tokens: 19, completion_tokens, total_tokens: 19 + completion_tokens };
}

function refuse(response: ServerResponse, status: number, error: object, message: string): void {
  json(response, status, errorBody(error, message));
}

function errorBody(error: { code?: string; type?: string; param?: string | null }, message: string): object {
  const type = 'invalid_request_error';
  return { error: { type, param: null, code: null, ...error, message: `${message} (${PROVIDER_SECRET})` } };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function isCompletionBody(body: CompletionBody): boolean {
  const roles = ['system', 'user', 'assistant', 'tool', 'developer'];
  return (
    typeof body.model === 'string' &&
    body.model !== '' &&
    body.messages.length > 0 &&
    body.messages.every(({ role, content }) => roles.includes(role) && typeof content === 'string')
  );
}

function* slices(text: string, split: Script['split']): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    const size =
      split === 'bytes' ? 1 : split === 'random' ? 1 + Math.floor(Math.random() * 40) : bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
