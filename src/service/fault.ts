import { ProtocolError } from '../protocol/errors.ts';

/** Enough for the operator's log to find an unexpected fault by. Messages may quote what a visitor wrote, so only our own are logged. */
export function describeFault(error: unknown): string {
  const cause = error instanceof ProtocolError && error.cause !== undefined ? error.cause : error;
  if (cause instanceof ProtocolError) return cause.message;
  const { name, code, stack } = (cause ?? {}) as { name?: unknown; code?: unknown; stack?: unknown };
  const place = typeof stack === 'string' ? stack.split('\n').find(line => /^\s+at /.test(line)) : undefined;
  return [name, code, place?.trim()].filter(part => part !== undefined).join(' ');
}
