import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort, listenLocally } from '../../scripts/loopback.ts';

/** A connection to the server that can be cut and mended. */
export async function openLine(
  port: number,
): Promise<{ url: string; cut(): Promise<void>; mend(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const relay = createServer(near => {
    const far = connect(port, 'localhost');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  const relayPort = await listenLocally(relay, await freePort());
  return {
    url: `http://127.0.0.1:${relayPort}`,
    cut: async () => {
      const closed = once(relay, 'close');
      relay.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => {
      await listenLocally(relay, relayPort);
    },
  };
}
