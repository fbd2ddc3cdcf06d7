/** What this project's proxy and its own service tell each other beside the interface. Any other service goes without. */

/**
 * What the service says beside a reply that holds no answer, such as "I could not find that in the documents". The
 * interface has no field for it; a service that does not send it just leaves such replies uncounted.
 */
export const ANSWER_HEADER = 'X-Agent-Answer';
export const NO_ANSWER = 'none';

/**
 * What a proxy that applies the agent's `rateLimit` to each visitor says to the service, where all of them come from
 * the proxy's one address. Nobody can say it without an API key.
 */
export const VISITOR_LIMIT_HEADER = 'X-Visitor-Limit';
export const APPLIED = 'applied';
