import { ClientError } from '../../../client/transport/client-error.ts';
import { backoffDelay } from '../../../protocol/rate-limit.ts';

const TRIES = 5;
/** Milliseconds. Where it takes longer, that is said once more. */
const LONGEST = 5 * 60_000;

/** What another try would meet again. */
const LASTING: readonly string[] = [
  'conflict',
  'invalid_request',
  'payload_too_large',
  'unauthorized',
  'forbidden',
  'not_found',
];

/**
 * Asks again, after a wait by the rule of section 8, where the network or a limit swallowed it.
 * @param wait for as many milliseconds; what it throws ends the asking
 * @throws ClientError where it lasts
 */
export async function askAgain<T>(
  ask: () => Promise<T>,
  wait: (ms: number, error: ClientError) => Promise<void>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ClientError) || LASTING.includes(error.code) || attempt + 1 >= TRIES)
        throw error;
      await wait(Math.min(error.wait ?? backoffDelay(attempt), LONGEST), error);
    }
  }
}
