import { bodyStream } from '../http/body.ts';
import { isNode } from '../runtime.ts';
import type { UpstreamFetch } from './upstream.ts';

export interface OpenFetch {
  fetch: UpstreamFetch;
  /** `fetch` for requests to other servers. */
  outgoing: typeof fetch;
  close: () => void;
}

/** The host's own `fetch` if it passes one; on Node its HTTP client; elsewhere the runtime's `fetch`. */
export async function openFetch(given: typeof fetch | undefined): Promise<OpenFetch> {
  if (!given && isNode()) {
    const { createNodeFetch } = await import('./node-fetch.ts');
    const { outgoingFetch } = await import('../../network/outgoing.ts');
    return { ...createNodeFetch(), outgoing: outgoingFetch };
  }
  const call = given ?? fetch;
  return {
    async fetch(url, { headMs, ...init }) {
      const { ok, status, headers, body } = await headWithin(headMs, init.signal, signal =>
        call(url, { ...init, signal }),
      );
      return { ok, status, headers, body: bodyStream(body) };
    },
    outgoing: call,
    close() {},
  };
}

/** The answer once its headers are there, unless that takes longer than `ms`. */
async function headWithin(
  ms: number | undefined,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  if (ms === undefined) return await send(signal);
  const controller = new AbortController();
  // `AbortSignal.any` costs six times as much, for every reply.
  signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  const timer = setTimeout(() => controller.abort(new DOMException('silent', 'TimeoutError')), ms);
  try {
    return await send(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
