import type { Follow } from './replies/reader.ts';

/** What a runtime tells about a request beside the `Request`: ours, Hono's Node server's, or Deno's. */
export interface RequestInfo {
  /** The address of the peer's end of the socket. */
  remoteAddress?: string | undefined;
  incoming?: { socket?: { remoteAddress?: string | undefined } } | undefined;
  remoteAddr?: { hostname?: string } | undefined;
  /** What Next.js tells a route handler, and nobody here asks for: without it the proxy would not pass for one. */
  params?: unknown;
  /** Where the runtime ends what a request began once its visitor is gone: asks it to wait for a reply. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** Given by a server that writes a reply's events by itself: the answer then has a head only. */
  takeEvents?: ((follow: Follow) => void) | undefined;
}

/** The address at the other end of the socket. */
export function peerAddress(info: RequestInfo | undefined): string | undefined {
  return info?.remoteAddress ?? info?.incoming?.socket?.remoteAddress ?? info?.remoteAddr?.hostname;
}
