import { ProtocolError } from '../../protocol/errors.ts';

/** For the failure of a store, whatever it was. @throws ProtocolError 503 */
export function storeUnavailable(cause: unknown): never {
  throw new ProtocolError('internal', 'This cannot be read or kept now. Please try again.', {
    status: 503,
    retryAfter: 1,
    cause,
  });
}
