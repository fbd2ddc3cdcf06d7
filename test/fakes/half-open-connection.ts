import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from '../../scripts/loopback.ts';

/** Relays connections to a server, under an address of its own. */
export interface Relay {
  url: string;
  /** From now on the open connections pass no bytes, and do not end: they are half open. */
  fallSilent(): void;
  /** Resolves when a client has sent bytes since then. */
  unheard: Promise<void>;
  close(): Promise<void>;
}

export async function relayTo(target: string): Promise<Relay> {
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
