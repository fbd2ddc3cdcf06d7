import { bytesOf } from '../http/bytes.ts';
import { isNode } from '../is-node.ts';
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
