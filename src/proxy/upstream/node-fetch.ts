import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { StreamFault } from '../../protocol/event-lines.ts';
import type { BodyStream } from '../http/body.ts';
import { directLine, readDirectly } from './direct-lines.ts';
import type { UpstreamAnswer, UpstreamFetch } from './upstream.ts';

/** A connection takes no longer, the handshake of TLS included: what drops packets would be waited for like an answer. */
const CONNECT_MS = 10_000;

/** BodyStream of an answer's head. Gateways add long policies and cookies. */
const HEAD_MAX = 64 * 1024;

/**
 * A line nobody used for so long is closed: sooner than by most servers and balancers, which give it a minute, so that no
 * question meets it just as they do. Where the service names a time (`Keep-Alive: timeout=5`), Node closes it a second
 * before that, but looks for it only where there is a limit of one's own.
 */
const IDLE_MS = 50_000;

/** What Node's parser calls a head that is too long, or no HTTP. */
const UNREADABLE = /^HPE_/;

/**
 * The part of Fetch the proxy needs, on Node's own HTTP client, at half the cost. Redirects are not followed, nothing is
 * decompressed, certificates are checked.
 */
export function createNodeFetch(): { fetch: UpstreamFetch; close: () => void } {
  const lines = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: IDLE_MS };
  const http = new HttpAgent(lines);
  const https = new HttpsAgent(lines);
  readDirectly(http);
  readDirectly(https);
  const send: UpstreamFetch = (address, { method, headers, body, signal, headMs }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const url = new URL(address);
      const secure = url.protocol === 'https:';
      // A list goes out as it is; of an object Node keeps each name and value as long as the answer lasts, a kilobyte.
      const list = ['Host', url.host, ...Object.entries(headers).flat()];
      if (body !== undefined) list.push('Content-Length', String(Buffer.byteLength(body)));
      const call = (secure ? httpsRequest : httpRequest)(url, {
        method,
        headers: list,
        agent: secure ? https : http,
        maxHeaderSize: HEAD_MAX,
      });
      const onAbort = (): void => void call.destroy(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      const patience =
        headMs && setTimeout(() => void call.destroy(new DOMException('silent', 'TimeoutError')), headMs);
      let answered = false;
      let written = false;
      let closed = false;
      const write = (): void => {
        if (closed) return;
        // Older releases of Node (24.15 among them) lend out a line whose end they have read.
        if (call.reusedSocket && !call.socket?.readable) return void call.destroy(new LineClosed());
        written = true;
        call.end(body);
      };
      call.on('close', () => {
        signal.removeEventListener('abort', onAbort);
        clearTimeout(patience);
        closed = true;
        if (!answered) reject(new TypeError('the service did not answer'));
      });
      // A change of protocol nobody asked for.
      call.on('upgrade', (_, socket) => {
        socket.destroy();
        resolve(unreadable());
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(patience);
        closed = true;
        if (!written) reject(new LineClosed());
        // An answer all the same: asked again, the message would be answered and paid for twice.
        else if (UNREADABLE.test(error.code ?? '')) resolve(unreadable());
        else reject(error);
      });
      call.on('socket', socket => {
        directLine(socket)?.expectHead();
        if (!socket.connecting) return;
        const timer = setTimeout(() => {
          call.destroy(new DOMException('no connection', 'TimeoutError'));
        }, CONNECT_MS);
        const connected = (): void => clearTimeout(timer);
        socket.once(secure ? 'secureConnect' : 'connect', connected).once('close', connected);
      });
      call.on('response', answer => {
        // Such as a 408 to a line that was idle for too long.
        if (!written) return void call.destroy(new LineClosed());
        answered = true;
        clearTimeout(patience);
        directLine(answer.socket)?.begin(answer);
        resolve(toAnswer(answer));
      });
      // That the service has hung up on a kept line shows once the I/O events at hand are read.
      if (call.reusedSocket) setImmediate(write);
      else write();
    });
  const fetch: UpstreamFetch = async (address, init) => {
    for (;;) {
      try {
        return await send(address, init);
      } catch (error) {
        if (!(error instanceof LineClosed)) throw error;
      }
    }
  };
  return {
    fetch,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

/** A kept line was closed before a byte was written on it: nobody has the request, and another line can take it. */
class LineClosed extends Error {}

function unreadable(): UpstreamAnswer {
  return { ok: false, status: 0, headers: { get: () => null }, body: { async each() {}, cancel() {} } };
}

function toAnswer(message: IncomingMessage): UpstreamAnswer {
  const status = message.statusCode ?? 0;
  const get = (name: string): string | null => {
    const value = message.headers[name.toLowerCase()];
    return typeof value === 'string' ? value : (value?.join(', ') ?? null);
  };
  const plain = /^(?:identity)?$/i.test(get('Content-Encoding') ?? '');
  const body = plain ? bodyOf(message) : compressed(bodyOf(message));
  return { ok: status >= 200 && status < 300, status, headers: { get }, body };
}

/** What came compressed though it was to come plain is not read. The status holds: the service has done what it was asked. */
function compressed({ cancel }: BodyStream): BodyStream {
  return {
    async each() {
      cancel();
      throw new StreamFault('the service compressed what was to come plain');
    },
    cancel,
  };
}

function bodyOf(message: IncomingMessage): BodyStream {
  const line = directLine(message.socket);
  let settle = (): void => {};
  let open = true;
  const cancel = (): void => {
    open = false;
    line?.hand(message, undefined);
    settle();
    // The connection of a body that came to its end can be reused. Whether it did shows once this chunk is handled.
    setImmediate(() => {
      if (message.complete) message.resume();
      else message.destroy();
    });
  };
  return {
    each: take =>
      new Promise((resolve, reject) => {
        settle = resolve;
        const hand = (chunk: Uint8Array): void => {
          if (!open) return;
          try {
            take(chunk);
          } catch (error) {
            reject(error);
            cancel();
          }
        };
        message.on('data', hand);
        if (open) line?.hand(message, hand);
        message.on('end', resolve);
        message.on('error', reject);
        message.on('close', () => {
          // Only where it is needed: most end before they close, and an error's stack trace costs as much as a few tokens.
          if (open && !message.readableEnded) reject(new TypeError('the service hung up'));
        });
        if (!open) resolve();
      }),
    cancel,
  };
}
