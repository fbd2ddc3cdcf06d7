import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from '../../scripts/loopback.ts';

/** A line to a server, as one that goes by an address of its own. */
export interface Line {
  url: string;
  /** From now on nothing comes through on the connections there are, and none of them ends: the line is half open. */
  fallSilent(): void;
  /** Resolves when somebody has said something since that nobody hears. */
  unheard: Promise<void>;
  close(): Promise<void>;
}

export async function lineTo(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  const { promise: unheard, resolve: hear } = Promise.withResolvers<void>();
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    const pass = (from: Socket, to: Socket): void => {
      open.add(from);
      from.on('data', bytes => {
        if (!silent.has(from)) to.write(bytes);
        else if (from === near) hear();
      });
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        if (!silent.has(from)) to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(await listenLocally(server));
  return {
    url: url.href,
    unheard,
    fallSilent() {
      for (const socket of open) silent.add(socket);
    },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
