import type { RateLimit } from '../protocol/rate-limit.ts';
import type { WindowLimit } from './access/window-counter.ts';
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
    /** The owner's limit on messages, where he has set one and it is not he who asks. */
    visitorLimit?: WindowLimit;
    /** How much the visitor's address has left of the owner's limit. */
    visitorRate?: RateLimit;
  };
}
