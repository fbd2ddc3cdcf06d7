import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Has a server listen on this machine alone. @returns the port, one that was free. */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Below these are the names' own ports; from the second on the system takes those that it gives out by itself. */
const [LOWEST, FIRST_GIVEN_OUT] = [10_000, firstGivenOut()];

/**
 * A port that nobody listens on, none of those the system gives out: one of them could be a connection's of some other
 * test by the time it is used.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (FIRST_GIVEN_OUT - LOWEST));
    try {
      await listenLocally(server, port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

function firstGivenOut(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
  } catch {
    return 32_768;
  }
}
