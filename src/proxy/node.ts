import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { AgentProxy } from './create-proxy.ts';

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The proxy for `node:http` and all that is built on it: Express, Fastify, Connect. It reads the request's body
 * itself, so it stands before any body parser.
 */
export function toNodeHandler(proxy: AgentProxy): NodeHandler {
  const listener = getRequestListener(
    (request, { incoming }) => proxy(request, { remoteAddress: incoming.socket?.remoteAddress }),
    { overrideGlobalObjects: false },
  );
  return (request, response) => void listener(request, response);
}
