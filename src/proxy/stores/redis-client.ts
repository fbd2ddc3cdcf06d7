import { createClient } from 'redis';
import { faultOf, type Logger } from '../operations/logger.ts';

export type RedisClient = ReturnType<typeof makeClient>;

/** A command without a connection fails at once: nothing waits for a server that may not come back. */
function makeClient(url: string) {
  return createClient({ url, disableOfflineQueue: true });
}

/** @throws when Redis cannot be reached now; later the client reconnects by itself */
export async function connectRedis(url: string, logger: Logger): Promise<RedisClient> {
  const client = makeClient(url);
  // Unheard, the event would end the process.
  client.on('error', error => logger.warn({ ...faultOf(error) }, 'Redis is not reachable'));
  await client.connect();
  return client;
}
