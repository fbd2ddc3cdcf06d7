import type { AgentProxy } from './create-proxy.ts';
import { type NodeHandler, nodeListener } from './http/node-listener.ts';

export { type NodeHandler, nodeListener } from './http/node-listener.ts';

/**
 * The proxy for `node:http` and all that is built on it: Express, Fastify, Connect. It reads the request's body
 * itself, so it stands before any body parser.
 */
export function toNodeHandler(proxy: AgentProxy): NodeHandler {
  return nodeListener(proxy);
}
