import { ProtocolError } from '../protocol/errors.ts';

/**
 * Enough for the operator's log to find an unexpected fault by. Messages may quote what a visitor wrote, so only our own
 * are logged, and SQLite's own words for each kind of its faults, such as "database or disk is full".
 */
export function describeFault(error: unknown): string {
  const cause = error instanceof ProtocolError && error.cause !== undefined ? error.cause : error;
  if (cause instanceof ProtocolError) return cause.message;
  const { name, code, errstr } = (cause ?? {}) as Partial<Record<'name' | 'code' | 'errstr', unknown>>;
  const place = cause instanceof Error ? placeOf(cause) : undefined;
  return [name, code, errstr && `(${errstr})`, place].filter(part => part !== undefined).join(' ');
}

/** The stack begins with the message, whose lines may look like places. */
function placeOf({ message, stack }: Error): string | undefined {
  const places = stack?.replace(message, '').split('\n');
  return places?.find(line => /^\s+at /.test(line))?.trim();
}
