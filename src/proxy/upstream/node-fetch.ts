import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { UpstreamFetch } from './upstream.ts';

/** Chunks held for a reader who is behind; then the service is made to wait. */
const CHUNKS_AHEAD = 16;

/**
 * The little of Fetch the proxy needs, on Node's own HTTP client: it can make the service wait for a reader who is
 * behind. Redirects are not followed, nothing is unpacked, certificates are checked.
 */
export function createNodeFetch(): { fetch: UpstreamFetch; close: () => void } {
  const http = new HttpAgent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const https = new HttpsAgent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const fetch: UpstreamFetch = (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const url = new URL(address);
      const secure = url.protocol === 'https:';
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const call = (secure ? httpsRequest : httpRequest)(url, {
        method,
        headers: { ...headers, ...length },
        agent: secure ? https : http,
      });
      const onAbort = (): void => void call.destroy(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      call.on('close', () => signal.removeEventListener('abort', onAbort));
      call.on('error', reject);
      call.on('response', answer => {
        try {
          resolve(toResponse(answer));
        } catch (error) {
          call.destroy();
          reject(error);
        }
      });
      call.end(body);
    });
  return {
    fetch,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

const WITHOUT_BODY = new Set([101, 204, 205, 304]);

function toResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  const packed = !/^(?:identity)?$/i.test(headers.get('Content-Encoding') ?? '');
  if (packed) throw new TypeError('the service packed an answer that was to come plain');
  if (!WITHOUT_BODY.has(status)) return new Response(bodyOf(answer), { status, headers });
  answer.resume();
  return new Response(null, { status, headers });
}

function bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(out) {
        let open = true;
        const end = (settle: () => void): void => {
          if (open) settle();
          open = false;
        };
        answer.on('data', (chunk: Uint8Array) => {
          if (!open) return;
          out.enqueue(chunk);
          if ((out.desiredSize ?? 0) <= 0) answer.pause();
        });
        answer.on('end', () => end(() => out.close()));
        answer.on('error', error => end(() => out.error(error)));
        answer.on('close', () => end(() => out.error(new TypeError('the service hung up'))));
      },
      pull() {
        answer.resume();
      },
      cancel() {
        answer.destroy();
      },
    },
    { highWaterMark: CHUNKS_AHEAD },
  );
}
