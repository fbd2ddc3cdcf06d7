/**
 * An agent service as the proxy sees it, on a real socket: it keeps to the interface, and can be told to
 * answer anything else. Every request that reaches it is on record.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '../../scripts/loopback.ts';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  /** Resolves when the proxy has hung up, or the answer has ended. */
  closed: Promise<void>;
  /** Whether it was cut before its answer had ended. */
  aborted: boolean;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

export interface FakeUpstream {
  url: string;
  seen: SeenRequest[];
  /** Replaces how chat requests are answered. */
  onChat(answer: Answer): void;
  /** Replaces how all others are answered. */
  onService(answer: Answer): void;
  close(): Promise<void>;
}

export const KEY = 'sk-canary-5f0c9d1e7b';

export async function startUpstream(): Promise<FakeUpstream> {
  const seen: SeenRequest[] = [];
  let onChat: Answer = (request, response) => reply(request, response, ['Hello', ', ', 'world.']);
  let onService: Answer = acceptAll;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const request: SeenRequest = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: text ? JSON.parse(text) : undefined,
      aborted: false,
      closed: once(response, 'close').then(() => {
        request.aborted = !response.writableFinished;
      }),
    };
    seen.push(request);
    await (request.url.endsWith('/chat') ? onChat : onService)(request, response);
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    onChat(answer) {
      onChat = answer;
    },
    onService(answer) {
      onService = answer;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const RATE_HEADERS = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  get 'X-RateLimit-Reset'() {
    return String(Math.floor(Date.now() / 1000) + 60);
  },
};

/** A whole reply in the interface's shapes, streamed or not as the request asks. */
export function reply(request: SeenRequest, response: ServerResponse, tokens: readonly string[]): void {
  const { stream } = request.body as { stream?: boolean };
  const data = message(request, tokens.join(''));
  if (!stream) {
    response.writeHead(200, { 'Content-Type': 'application/json', ...RATE_HEADERS });
    response.end(JSON.stringify({ data }));
    return;
  }
  openStream(response);
  for (const content of tokens) response.write(event({ type: 'token', content }));
  response.end(event({ type: 'done', data }));
}

export function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...RATE_HEADERS });
  response.flushHeaders();
}

export function event(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** The message of section 2.2; a conversation goes on under the id it was asked with. */
export function message(request: SeenRequest, text: string): Record<string, unknown> {
  const { conversationId, userId } = request.body as { conversationId?: string; userId?: string };
  return {
    id: crypto.randomUUID(),
    role: 'assistant',
    parts: [{ type: 'text', text }],
    metadata: {
      userMessageId: crypto.randomUUID(),
      conversationId: conversationId ?? crypto.randomUUID(),
      userId: userId ?? null,
      finishReason: 'stop',
      usage: { credits: 1 },
    },
  };
}

export function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...RATE_HEADERS, ...headers });
  response.end(JSON.stringify({ error: { code: 'whatever', message: `refused with ${status}` } }));
}

function acceptAll(request: SeenRequest, response: ServerResponse): void {
  const settings = request.url === '/v2/chatbots/settings';
  const status = settings ? 202 : request.method === 'POST' ? 201 : 200;
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ message: 'fine', data: [] }));
}
