import type { WindowSize } from '../limits/rate-limiter.ts';
import type { RateLimit } from '../protocol/rate-limit.ts';
import type { Trace } from '../protocol/trace.ts';
import type { TracedSpan } from '../tracing/spans.ts';
import type { Follow } from './replies/follow-log.ts';

/** Types of Hono's context. */
export interface ProxyEnv {
  Bindings: RequestInfo;
  Variables: {
    /** Identifies the request in the logs. */
    trace: Trace;
    span: TracedSpan;
    /** The caller's address behind trusted proxies; undefined if the runtime does not provide it. */
    address: string | undefined;
    /** Set if the origin may not use the agent: the answer has no CORS permission then. */
    originRefused?: boolean;
    /** The owner's limit on the messages of the caller's address; undefined if there is none, or for the owner. */
    visitorLimit?: WindowSize & { name: string };
    /** How much of it the address has left. */
    visitorRate?: RateLimit;
  };
}

/** What a runtime provides besides the `Request`: ours, Hono's Node server, or Deno. */
export interface RequestInfo {
  /** The address at the other end of the socket. */
  remoteAddress?: string | undefined;
  incoming?: { socket?: { remoteAddress?: string | undefined } } | undefined;
  remoteAddr?: { hostname?: string } | undefined;
  /** Next.js passes this to a route handler; without it the proxy would not have the type of one. */
  params?: unknown;
  /** Asks the runtime to wait for a reply, if it ends what a request began once the visitor has left. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** Given by a server that writes the events itself: the response then has headers only. */
  takeEvents?: ((follow: Follow) => void) | undefined;
}

/** The address at the other end of the socket. */
export function peerAddress(info: RequestInfo | undefined): string | undefined {
  return info?.remoteAddress ?? info?.incoming?.socket?.remoteAddress ?? info?.remoteAddr?.hostname;
}
