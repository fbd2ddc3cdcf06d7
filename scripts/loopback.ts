import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Has a server listen on this machine alone. @returns the port, one that was free. */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** 10080 is the last of the ports that browsers and `fetch` refuse, as those of other protocols. */
const LOWEST = 10_081;
const CHOICE = firstGivenOut() - LOWEST;
/** Fewer than these are too few to choose from. */
const ENOUGH = 1000;

/**
 * A port that nobody listens on, if possible none of those the system gives out: one of them could be a connection's of
 * some other test by the time it is used.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const wanted = CHOICE < ENOUGH ? 0 : LOWEST + Math.floor(Math.random() * CHOICE);
    try {
      const port = await listenLocally(server, wanted);
      server.close();
      await once(server, 'close');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** The first port that the system gives out by itself, to connections and to those who ask for any. */
function firstGivenOut(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
  } catch {
    return 32_768;
  }
}
