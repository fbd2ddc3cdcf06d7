import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { type AddressInfo, isIPv6 } from 'node:net';
import { ProtocolError } from '../protocol/errors.ts';
import { UsageError } from './variables.ts';

export type FetchHandler = (
  request: Request,
  info: { remoteAddress?: string | undefined },
) => Response | Promise<Response>;

export interface Listener {
  port: number;
  /**
   * From now on each connection ends with its answer, so that a server in front, which keeps idle ones, never sends a
   * request on one that is just being closed.
   */
  drain(): void;
  /** Takes no new connections; resolves once the open ones have ended, or `graceMs` later at the latest. */
  close(graceMs: number): Promise<void>;
}

/** Milliseconds a client has to send its headers, and the whole request. */
export interface Patience {
  headers: number;
  request: number;
}

const PATIENCE: Patience = { headers: 20_000, request: 60_000 };
const SLOW_CHECK_MS = 5000;
const KEEP_ALIVE = 65;
const MAX_HEADERS = 16 * 1024;
const IDLE_CHECK_MS = 100;
/** Connections that may wait to be accepted. One too many is retried by its client a second later at the earliest. */
const BACKLOG = 4096;

interface Place {
  port: number;
  host?: string | undefined;
  patience?: Patience;
  /** The variable and flag that set the port, for an error. */
  portNamedBy?: string;
}

/** Where `start` and `service` listen unless HOST says otherwise: the operator decides who else may reach them. */
export const LOOPBACK = '127.0.0.1';

/** The address for a browser on this machine. */
export function addressAt(host: string | undefined, port: number): string {
  const everywhere = host === undefined || host === '0.0.0.0' || host === '::';
  return `http://${everywhere ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Serves a Fetch handler over HTTP. @throws UsageError when the port cannot be had */
export async function listen(
  handler: FetchHandler,
  { port, host, patience = PATIENCE, portNamedBy = 'PORT or --port' }: Place,
): Promise<Listener> {
  const { toNodeHandler } = await import('../proxy/node.ts');
  const nodeHandler = toNodeHandler(handler);
  let isDraining = false;
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      keepAliveTimeout: KEEP_ALIVE * 1000,
      connectionsCheckingInterval: Math.min(SLOW_CHECK_MS, patience.headers),
      maxHeaderSize: MAX_HEADERS,
      // Node would reject it without a body; the handler does it with one.
      requireHostHeader: false,
    },
    (request, response) => {
      if (isDraining) response.shouldKeepAlive = false;
      // A response that began earlier has already sent `Connection: keep-alive`.
      response.once('finish', () => {
        if (isDraining) endUnlessUsed(request.socket);
      });
      nodeHandler(request, response);
    },
  );
  answerClientErrors(server);
  await bind(server, port, host, portNamedBy);
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => {
      isDraining = true;
    },
    close(graceMs) {
      isDraining = true;
      return shut(server, graceMs);
    },
  };
}

function bind(server: Server, port: number, host: string | undefined, portNamedBy: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new UsageError(sentence(error, port, host, portNamedBy)));
    });
    server.listen({ port, backlog: BACKLOG, ...(host && { host }) }, resolve);
  });
}

function sentence(
  error: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
  portNamedBy: string,
): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the program that uses it, or choose another port with ${portNamedBy}.`;
    case 'EACCES':
      return `Port ${port} needs more rights. Choose a port above 1023 with ${portNamedBy}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address "${host}". Set HOST or --host to one it has.`;
    default:
      return `Cannot listen on port ${port} (${error.code ?? error.name}).`;
  }
}

/** Ends a connection, unless the answer to another request follows on it. */
function endUnlessUsed(socket: Socket): void {
  if (!answerOn(socket)) socket.end();
}

/** The answer that is being written to a connection. */
function answerOn(socket: Socket): ServerResponse | null | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
}

function shut(server: Server, graceMs: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    // A busy connection becomes idle when its reply ends.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Answers requests that Node's HTTP parser rejects with the usual error body, docs/interface.md section 7. */
function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A response that has begun can only be cut off: a second one would be read as part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || answerOn(socket)?.headersSent) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error.code);
    const { headers, body } = answerOf(refusal);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`,
    );
    socket.destroySoon();
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = answerOf(
      new ProtocolError('invalid_request', 'Expect: must be 100-continue', { status: 417 }),
    );
    response.writeHead(417, headers).end(body);
  });
}

function refusalOf(code: string | undefined): ProtocolError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProtocolError('invalid_request', 'headers: are too long', { status: 431 });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ProtocolError('payload_too_large', 'body: has chunk extensions that are too long');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProtocolError('invalid_request', 'request: took too long to arrive', { status: 408 });
    default:
      return new ProtocolError('invalid_request', 'request: is not valid HTTP');
  }
}

function answerOf(refusal: ProtocolError): { headers: Record<string, string | number>; body: string } {
  const requestId = crypto.randomUUID();
  const body = JSON.stringify(refusal.toBody({ requestId }));
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Vary: 'Origin',
    Connection: 'close',
  };
  return { headers, body };
}
