import { ProtocolError } from '../../protocol/errors.ts';

/** What is told of a store that fails. @throws ProtocolError 503 */
export function away(cause: unknown): never {
  throw new ProtocolError('internal', 'This cannot be read or kept now. Please try again.', {
    status: 503,
    retryAfter: 1,
    cause,
  });
}
