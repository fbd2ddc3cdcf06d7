import { StreamFault } from '../../protocol/event-lines.ts';

/** The part of a pino logger that the proxy uses. Keys, message texts and whole addresses are never logged. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Used if the host passes no logger: writes what the owner must act on, as JSON lines. */
export const consoleLogger: Logger = {
  info() {},
  warn: (fields, message) => console.warn(JSON.stringify({ level: 'warn', ...fields, message })),
  error: (fields, message) => console.error(JSON.stringify({ level: 'error', ...fields, message })),
};

/**
 * The name of an error and the system's code for it, without its message, which may contain anything. Exceptions are
 * messages that are constant: those of SQLite, which has one code for all errors, and ours for how a stream broke off.
 */
export function faultOf(error: unknown): { fault: string } {
  if (!(error instanceof Error)) return { fault: typeof error };
  const { code, errstr } = (error.cause ?? error) as { code?: unknown; errstr?: unknown };
  const own = error instanceof StreamFault ? error.message : errstr;
  const words = [error.name, code, own && `(${own})`];
  return { fault: words.filter(word => typeof word === 'string').join(' ') };
}
