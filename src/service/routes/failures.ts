import { ProtocolError } from '../../protocol/errors.ts';
import { hasNoRoom } from '../storage/no-room.ts';

const SQLITE_BUSY = 5;
/** Of which 25006: it only reads, as another has taken its place; 53300: as many are connected as it allows. */
const PG_CANNOT_SERVE = /^(?:08|25006|53300|57P)/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE']);

/** What the caller is told of a failure: a refusal as it is, anything else without its text, stack or path. */
export function toRefusal(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (hasNoRoom(error)) {
    return new ProtocolError('internal', 'There is no room to store this now. Nothing was changed.', {
      status: 507,
      cause: error,
    });
  }
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  const busy = typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
  if (busy || NETWORK.has(String(code)) || PG_CANNOT_SERVE.test(String(code))) {
    return new ProtocolError('internal', 'The service is busy. Please try again.', {
      status: 503,
      retryAfter: 1,
      cause: error,
    });
  }
  return new ProtocolError('internal', 'Something went wrong. Please try again.', { cause: error });
}
