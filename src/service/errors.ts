import { isOutOfSpace, isUnavailable } from '../databases/database-errors.ts';
import { ProtocolError } from '../protocol/errors.ts';

/** The error that a caller gets: a `ProtocolError` as it is, any other without its text, stack or path. */
export function toProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (isOutOfSpace(error)) {
    return new ProtocolError('internal', 'There is no room to store this now. Nothing was changed.', {
      status: 507,
      cause: error,
    });
  }
  if (isUnavailable(error)) {
    return new ProtocolError('internal', 'The service is busy. Please try again.', {
      status: 503,
      retryAfter: 1,
      cause: error,
    });
  }
  return new ProtocolError('internal', 'Something went wrong. Please try again.', { cause: error });
}

/**
 * Describes an unexpected error for the operator's log: name, code and place. A message may quote what a visitor wrote,
 * so only our own messages are logged, and SQLite's fixed text for an error code ("database or disk is full").
 */
export function describeError(error: unknown): string {
  const cause = error instanceof ProtocolError && error.cause !== undefined ? error.cause : error;
  if (cause instanceof ProtocolError) return cause.message;
  const { name, code, errstr } = (cause ?? {}) as Partial<Record<'name' | 'code' | 'errstr', unknown>>;
  const place = cause instanceof Error ? placeOf(cause) : undefined;
  return [name, code, errstr && `(${errstr})`, place].filter(part => part !== undefined).join(' ');
}

/** The first frame of the stack. The stack begins with the message, whose lines may look like frames. */
function placeOf({ message, stack }: Error): string | undefined {
  const lines = stack?.replace(message, '').split('\n');
  return lines?.find(line => /^\s+at /.test(line))?.trim();
}
