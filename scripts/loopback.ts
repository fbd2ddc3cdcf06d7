import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Lets a server listen on this machine only. @returns the port, a free one by default */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** 10080 is the highest port that browsers and `fetch` refuse, because other protocols use it. */
const LOWEST = 10_081;
const CHOICE = firstGivenOut() - LOWEST;
/** With fewer ports, the system chooses. */
const ENOUGH = 1000;

/**
 * A free port, if possible not one of those that the system assigns: another test's connection could get it in the
 * meantime.
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

/** The first port that the system assigns to connections and to servers without a port. */
function firstGivenOut(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
  } catch {
    return 32_768;
  }
}
