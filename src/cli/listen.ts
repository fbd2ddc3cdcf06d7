import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { toNodeHandler } from '../proxy/node.ts';
import { answerClientErrors } from './client-errors.ts';
import { UsageError } from './variables.ts';

export type FetchHandler = (
  request: Request,
  info: { remoteAddress?: string | undefined },
) => Response | Promise<Response>;

export interface Listener {
  port: number;
  /** Takes no new connections; resolves once the open ones have ended, or `graceMs` later at the latest. */
  close(graceMs: number): Promise<void>;
}

/** Milliseconds a client may take for its headers, and for the whole request. */
export interface Patience {
  headers: number;
  request: number;
}

const PATIENCE: Patience = { headers: 20_000, request: 60_000 };
const SLOW_CHECK_MS = 5000;
const KEEP_ALIVE = 65;
const MAX_HEADERS = 16 * 1024;
const IDLE_CHECK_MS = 100;
/** Connections that may wait to be accepted: one too many comes in a second later at the earliest. */
const BACKLOG = 4096;

interface Place {
  port: number;
  host?: string | undefined;
  patience?: Patience;
  /** What a person sets to have another port. */
  portNamedBy?: string;
}

/** Where it is reached from this machine. */
export function addressAt(host: string | undefined, port: number): string {
  const everywhere = host === undefined || host === '0.0.0.0' || host === '::';
  return `http://${everywhere ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Serves a Fetch handler over HTTP. @throws UsageError when the port cannot be had */
export async function listen(
  handler: FetchHandler,
  { port, host, patience = PATIENCE, portNamedBy = 'PORT or --port' }: Place,
): Promise<Listener> {
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      keepAliveTimeout: KEEP_ALIVE * 1000,
      connectionsCheckingInterval: Math.min(SLOW_CHECK_MS, patience.headers),
      maxHeaderSize: MAX_HEADERS,
      // Node would refuse one without a body; the listener does it with one.
      requireHostHeader: false,
    },
    toNodeHandler(handler),
  );
  answerClientErrors(server);
  await bind(server, port, host, portNamedBy);
  return { port: (server.address() as AddressInfo).port, close: graceMs => shut(server, graceMs) };
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
      return `Port ${port} is in use. Stop what runs there, or choose another with ${portNamedBy}.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023 with ${portNamedBy}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address "${host}". Set HOST or --host to one it has.`;
    default:
      return `Cannot listen on port ${port} (${error.code ?? error.name}).`;
  }
}

function shut(server: Server, graceMs: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection that was busy at first is kept alive by its client once its reply has ended.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
