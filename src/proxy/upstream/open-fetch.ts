import { bytesOf } from '../http/bytes.ts';
import type { UpstreamFetch } from './upstream.ts';

export interface OpenFetch {
  fetch: UpstreamFetch;
  close: () => void;
}

/** The host's own `fetch` when it gives one; on Node its HTTP client; elsewhere the runtime's. */
export async function openFetch(given: typeof fetch | undefined): Promise<OpenFetch> {
  if (!given && isNode()) {
    const { createNodeFetch } = await import('./node-fetch.ts');
    return createNodeFetch();
  }
  const call = given ?? fetch;
  return {
    async fetch(url, init) {
      const { ok, status, headers, body } = await call(url, init);
      return { ok, status, headers, body: bytesOf(body) };
    },
    close() {},
  };
}

/** Deno and Bun call themselves Node too; their own clients are the better ones there. */
export function isNode(): boolean {
  return (
    typeof process !== 'undefined' &&
    Boolean(process.versions?.node) &&
    !('Bun' in globalThis) &&
    !('Deno' in globalThis) &&
    !('WebSocketPair' in globalThis)
  );
}
