import type { WindowSize } from '../limits/rate-limiter.ts';
import type { RateLimit } from '../protocol/rate-limit.ts';
import type { RequestInfo } from './request-info.ts';

/** What Hono's context holds here. */
export interface ProxyEnv {
  Bindings: RequestInfo;
  Variables: {
    requestId: string;
    /** The caller's address behind trusted proxies; undefined when the runtime doesn't tell. */
    address: string | undefined;
    /** Set when the origin may not use the agent: no CORS permission goes out then. */
    originRefused?: boolean;
    /** The owner's limit on the messages of the caller's address; undefined if there is none, or for the owner. */
    visitorLimit?: WindowSize & { name: string };
    /** How much of it the address has left. */
    visitorRate?: RateLimit;
  };
}
