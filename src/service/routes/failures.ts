import { ProtocolError } from '../../protocol/errors.ts';

const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const PG_OUT_OF_SPACE = '53100';
/** Of which 53300: as many are connected as the server allows. */
const PG_CANNOT_CONNECT = /^(?:08|53300|57P)/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE']);

/** What the caller is told of a failure: a refusal as it is, anything else without its text, stack or path. */
export function toRefusal(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  // The low byte is the kind; the rest says where it happened.
  const kind = typeof errcode === 'number' ? errcode & 0xff : undefined;
  if (kind === SQLITE_FULL || kind === SQLITE_IOERR || kind === SQLITE_READONLY || code === PG_OUT_OF_SPACE) {
    return new ProtocolError('internal', 'There is no room to store this now. Nothing was changed.', {
      status: 507,
      cause: error,
    });
  }
  if (kind === SQLITE_BUSY || NETWORK.has(String(code)) || PG_CANNOT_CONNECT.test(String(code))) {
    return new ProtocolError('internal', 'The service is busy. Please try again.', {
      status: 503,
      retryAfter: 1,
      cause: error,
    });
  }
  return new ProtocolError('internal', 'Something went wrong. Please try again.', { cause: error });
}
