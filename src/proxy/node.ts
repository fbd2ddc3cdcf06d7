import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ProtocolError } from '../protocol/errors.ts';
import { addAnswerHeaders, asProtocolError, errorResponse } from './http/error-response.ts';
import type { RequestInfo } from './proxy-env.ts';
import type { Follow } from './replies/follow-log.ts';

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** How much of a refused body is still read: a client that is cut off while it writes does not get the answer. */
const DRAINED = { bytes: 4 * 1024 * 1024, ms: 500 };

/**
 * Requests of one connection that may wait for an earlier one's answer. Browsers and servers in front send the next when
 * they have the answer; a flood of them in one packet would be worked on at once, and its answers kept in memory.
 */
const WAITING_MAX = 32;

/** A host name that cannot exist, RFC 2606. */
const NO_HOST = 'host.invalid';

/**
 * Serves a Fetch handler, such as the proxy, in `node:http` and all that is built on it: Express, Fastify, Connect. It
 * reads the request's body itself, so it stands before any body parser. Events of replies are written to the socket as
 * they come.
 */
export function toNodeHandler(
  handler: (request: Request, info: RequestInfo) => Response | Promise<Response>,
): NodeHandler {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      // A body parser has read the body: the request does not report that nothing is left to read. Where
      // the bytes were kept, as in Google's functions, they are read again.
      if (incoming.readableDidRead && !('rawBody' in incoming)) {
        Object.defineProperty(request, 'bodyUsed', { value: true });
      }
      let follow: Follow | undefined;
      const takeEvents = (given: Follow): void => {
        follow = given;
      };
      const response = await handler(request, {
        remoteAddress: incoming.socket?.remoteAddress,
        ...(outgoing instanceof ServerResponse && { takeEvents }),
      });
      if (response.status === 413 && outgoing instanceof ServerResponse && !incoming.complete) {
        await refuseBody(response, incoming as IncomingMessage, outgoing);
        return RESPONSE_ALREADY_SENT;
      }
      if (!follow) return response;
      writeEvents(response, follow, outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false, errorHandler: refusalOf },
  );
  const waiting = new WeakMap<Duplex, number>();
  return (request, response) => {
    // While an earlier answer is on the connection, this one has none.
    if (!response.socket && !mayWait(request, response, waiting)) return;
    // RFC 9112, section 3.2: HTTP/1.0 requires no Host. Health checks still come without.
    if (request.httpVersion === '1.0') request.headers.host ??= NO_HOST;
    // Two are refused: Node would take the first, and a server in front maybe the other.
    if (request.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length > 1) {
      delete request.headers.host;
    }
    void listener(request, response);
  };
}

/** Whether there is room for one more that waits; else its connection is cut. */
function mayWait(
  { socket }: { socket?: Duplex },
  response: ServerResponse,
  waiting: WeakMap<Duplex, number>,
): boolean {
  // Where something else than Node's server has made the two.
  if (!socket) return true;
  // The rest of a packet is still handed on once its connection is cut.
  if (socket.destroyed) return false;
  const count = waiting.get(socket) ?? 0;
  if (count === WAITING_MAX) {
    socket.destroy();
    return false;
  }
  waiting.set(socket, count + 1);
  response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1));
  return true;
}

/** The answer if no handler answers: for an invalid address, or after an error. */
function refusalOf(error: unknown): Response {
  const refusal =
    error instanceof RequestError
      ? new ProtocolError('invalid_request', 'request: has an address that is not valid')
      : asProtocolError(error);
  const trace = { requestId: crypto.randomUUID() };
  const response = errorResponse(refusal, trace);
  addAnswerHeaders(response.headers, trace);
  response.headers.set('Vary', 'Origin');
  return response;
}

/** Answers a body that is too long while it still comes, and closes once its sender has had time to read that. */
async function refuseBody(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), 'Content-Length': body.length };
  outgoing.writeHead(response.status, headers).write(body);
  let left = DRAINED.bytes;
  const hangUp = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(hangUp, DRAINED.ms);
  // What is buffered so far, nobody will read.
  incoming.removeAllListeners('data');
  incoming.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) hangUp();
  });
  incoming.once('end', hangUp).once('close', hangUp).resume();
}

function writeEvents({ status, headers }: Response, follow: Follow, outgoing: ServerResponse): void {
  const { socket } = outgoing.req;
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.flushHeaders();
  const following = follow({
    ready: () => !outgoing.writableNeedDrain && !socket.writableNeedDrain,
    write(bytes, from, to, last) {
      // Sent together with the end that follows: one write less for each reply.
      if (last) outgoing.socket?.cork();
      writeChunk(outgoing, bytes, from, to);
    },
    end: () => void outgoing.end(),
  });
  outgoing.on('drain', following.flush);
  socket.on('drain', following.flush);
  outgoing.on('close', () => {
    socket.off('drain', following.flush);
    following.close();
  });
  following.flush();
  if (outgoing.destroyed) following.close();
}

/** A chunk in one write with its framing, where `ServerResponse` would make four. */
function writeChunk(outgoing: ServerResponse, bytes: Uint8Array, from: number, to: number): void {
  // HTTP/1.0 has no chunks, and there is no socket while an earlier answer is still on the connection.
  if (!outgoing.chunkedEncoding || !outgoing.socket) {
    outgoing.write(bytes.slice(from, to));
    return;
  }
  const size = `${(to - from).toString(16)}\r\n`;
  const chunk = Buffer.allocUnsafe(size.length + to - from + 2);
  let at = 0;
  for (let i = 0; i < size.length; i++) chunk[at++] = size.charCodeAt(i);
  for (let i = from; i < to; i++) chunk[at++] = bytes[i]!;
  chunk[at++] = 0x0d;
  chunk[at] = 0x0a;
  outgoing.socket.write(chunk);
}
