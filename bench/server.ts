import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { listenLocally } from '../scripts/loopback.ts';
import { OWN_WIRE, streamAnswer } from './answer-stream.ts';
import { blankPage, floorPage, widgetPage } from './pages.ts';

export type { Ask } from './answer-stream.ts';

const BUNDLES = join(import.meta.dirname, '../dist/cdn');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Answers a request, or says that it is not its own. */
export type Route = (pathname: string, request: IncomingMessage, response: ServerResponse) => boolean;

export interface BenchServer {
  origin: string;
  /** Says `asked` when somebody asks, and `end` when an answer has been sent. */
  answers: EventEmitter;
  /** Whoever asks from now on is answered once the function that comes back is called. */
  hold(): () => void;
  close(): void;
}

/** A page's server and an agent behind it that answers as it is asked. */
export async function startServer(...more: Route[]): Promise<BenchServer> {
  const routes = [...more, ownPages];
  const answers = new EventEmitter();
  let released: Promise<void> | undefined;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    if (request.method === 'POST') {
      response.once('close', () => answers.emit('end'));
      answers.emit('asked');
      await released;
    }
    if (!routes.some(route => route(pathname, request, response))) response.writeHead(404).end();
  });
  const port = await listenLocally(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    answers,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function ownPages(pathname: string, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method === 'POST' && pathname.endsWith('/chat')) {
    void readBody(request).then(body =>
      streamAnswer(response, (JSON.parse(body) as { message: string }).message, OWN_WIRE),
    );
  } else if (pathname === '/widget.html') send(response, 'text/html', widgetPage());
  else if (pathname === '/floor.html') send(response, 'text/html', floorPage());
  else if (pathname === '/blank.html') send(response, 'text/html', blankPage());
  else if (pathname.endsWith('/settings')) send(response, 'application/json', '{"data":{}}');
  else if (/^\/(?:agent-chat|chunks\/)[\w./-]*\.js$/.test(pathname)) {
    void sendFile(response, join(BUNDLES, pathname));
  } else return false;
  return true;
}

export function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

export async function sendFile(response: ServerResponse, path: string): Promise<void> {
  try {
    const file = await readFile(path);
    response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/javascript' }).end(file);
  } catch {
    response.writeHead(404).end();
  }
}

export async function readBody(request: NodeJS.ReadableStream): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
