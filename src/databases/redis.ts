import { createClient } from 'redis';

export type RedisClient = ReturnType<typeof makeClient>;

/** A command without a connection fails at once: nothing waits for a server that may not come back. */
function makeClient(url: string, wasThere: () => boolean) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      // Once connected, the client waits for a server that disappears. A server that was never there is an error for
      // the caller.
      reconnectStrategy: retries => wasThere() && Math.min(2000, 50 * 2 ** retries),
    },
  });
}

/** Milliseconds to connect: whatever accepts the connection and then says nothing for so long is no Redis. */
const CONNECT_MS = 10_000;

/**
 * @param onFault called with each error of the connection
 * @throws when Redis cannot be reached now; later the client reconnects automatically
 */
export async function connectRedis(url: string, onFault: (error: unknown) => void): Promise<RedisClient> {
  let wasThere = false;
  const client = makeClient(url, () => wasThere);
  // Without a listener, the event would end the process.
  client.on('error', onFault);
  const timer = setTimeout(() => client.destroy(), CONNECT_MS);
  await client.connect().finally(() => clearTimeout(timer));
  wasThere = true;
  return client;
}
