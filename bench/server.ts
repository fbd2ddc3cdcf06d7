import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf } from './answers.ts';
import { floorPage, widgetPage } from './pages.ts';

const ROOT = join(import.meta.dirname, '..');

/** How many characters each event of a stream carries. */
export const CHUNK = 4;

/** A page's server and an agent behind it that answers as it is asked: `{ kind, kilobytes, pace }` as JSON. */
export interface Ask {
  kind: string;
  kilobytes: number;
  /** Events a second; 0 is as fast as the socket goes. */
  pace: number;
}

export async function startServer(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    if (request.method === 'POST' && pathname.endsWith('/chat')) {
      void readBody(request).then(body => answer(response, body));
    } else if (pathname === '/widget.html') send(response, 'text/html', widgetPage());
    else if (pathname === '/floor.html') send(response, 'text/html', floorPage());
    else if (pathname === '/blank.html')
      send(response, 'text/html', '<!doctype html><title>Blank</title><p>Page');
    else if (pathname.endsWith('/settings')) send(response, 'application/json', '{"data":{}}');
    else if (/^\/(?:agent-chat|chunks\/)[\w./-]*\.js$/.test(pathname)) void sendFile(response, pathname);
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => stop(server) };
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

async function answer(response: ServerResponse, body: string): Promise<void> {
  const { message } = JSON.parse(body) as { message: string };
  const ask: Ask = message.startsWith('{')
    ? (JSON.parse(message) as Ask)
    : { kind: 'blocks', kilobytes: 0.1, pace: 0 };
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  const text = answerOf(ask.kind, Math.round(ask.kilobytes * 1024));
  const started = performance.now();
  let batch = '';
  for (let at = 0, sent = 0; at < text.length; at += CHUNK, sent++) {
    const data = JSON.stringify({ type: 'token', content: text.slice(at, at + CHUNK) });
    batch += `id: ${sent + 1}\ndata: ${data}\n\n`;
    if (ask.pace > 0) {
      response.write(batch);
      batch = '';
      const early = started + (sent * 1000) / ask.pace - performance.now();
      if (early > 1) await sleep(early);
    } else if (batch.length > 16_384) {
      if (!response.write(batch)) await new Promise(resolve => response.once('drain', resolve));
      batch = '';
    }
  }
  const data = {
    id: crypto.randomUUID(),
    role: 'assistant',
    parts: [{ type: 'text', text }],
    metadata: {
      userMessageId: crypto.randomUUID(),
      conversationId: '6f1c1f5e-0a75-4e0a-9d62-6f8c0e1f2a3b',
      userId: null,
      finishReason: 'stop',
      usage: { credits: 1 },
    },
  };
  response.end(`${batch}id: done\ndata: ${JSON.stringify({ type: 'done', data })}\n\n`);
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

async function sendFile(response: ServerResponse, pathname: string): Promise<void> {
  try {
    const file = await readFile(join(ROOT, 'dist/cdn', pathname));
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(file);
  } catch {
    response.writeHead(404).end();
  }
}

async function readBody(request: NodeJS.ReadableStream): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
