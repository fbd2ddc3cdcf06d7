/**
 * What a proxy that applies the agent's `rateLimit` to each visitor says to the service, where all of them come from
 * the proxy's one address. Nobody can say it without an API key.
 */
export const VISITOR_LIMIT_HEADER = 'X-Visitor-Limit';
export const APPLIED = 'applied';
