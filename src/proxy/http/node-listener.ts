import { type IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { directEvents } from '../replies/event-response.ts';

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves a Fetch handler in `node:http`. Streams of replies are written to the socket as they come. */
export function nodeListener(
  handler: (request: Request, info: { remoteAddress?: string | undefined }) => Response | Promise<Response>,
): NodeHandler {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await handler(request, { remoteAddress: incoming.socket?.remoteAddress });
      return outgoing instanceof ServerResponse && writeEvents(response, outgoing)
        ? RESPONSE_ALREADY_SENT
        : response;
    },
    { overrideGlobalObjects: false },
  );
  return (request, response) => void listener(request, response);
}

/** False for an answer that is no stream of a reply. */
function writeEvents(response: Response, outgoing: ServerResponse): boolean {
  const follow = directEvents(response.body);
  if (!follow) return false;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  const following = follow({
    ready: () => !outgoing.writableNeedDrain,
    write: bytes => void outgoing.write(bytes),
    end: () => void outgoing.end(),
  });
  outgoing.on('drain', following.flush);
  outgoing.on('close', following.close);
  following.flush();
  if (outgoing.destroyed) following.close();
  else outgoing.flushHeaders();
  return true;
}
