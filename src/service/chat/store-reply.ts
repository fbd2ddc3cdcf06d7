import { isOutOfSpace, isUnavailable } from '../../databases/database-errors.ts';

/** Milliseconds in which a reply that cannot be stored is tried again: a failover or a restart of the database takes less. */
const RETRY_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1000;

/**
 * Stores a reply that its reader already has. Tries again while the database is away or full, because an error now would
 * take back what the visitor has read.
 * @param store must write nothing a second time if it has succeeded without an answer
 * @param isEnding whether the tries must end, because the service stops
 * @param onDelay called with the first failure that may pass
 * @throws the last error, once the time is up or for any other failure
 */
export async function storeReply(
  store: () => Promise<void>,
  isEnding: () => boolean,
  onDelay: (error: unknown) => void = () => {},
): Promise<void> {
  const started = Date.now();
  let wait = FIRST_PAUSE_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await store();
    } catch (error) {
      const mayPass = isUnavailable(error) || isOutOfSpace(error);
      if (!mayPass || isEnding() || Date.now() - started + wait > RETRY_MS) throw error;
      if (attempt === 0) onDelay(error);
    }
    await new Promise(resolve => setTimeout(resolve, wait));
    wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
  }
}
