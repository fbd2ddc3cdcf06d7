import { StreamFault } from '../../protocol/event-lines.ts';

/** The part of a pino logger the proxy uses. It is never given a key, a message's text or a whole address. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a proxy writes when its host gives no logger: faults an owner must act on, as JSON lines. */
export const faultsOnly: Logger = {
  info() {},
  warn: (fields, message) => console.warn(JSON.stringify({ level: 'warn', ...fields, message })),
  error: (fields, message) => console.error(JSON.stringify({ level: 'error', ...fields, message })),
};

/**
 * The name of a fault, and the system's code for it, without the text that may hold anything. SQLite has one code for
 * all of its faults; its own words for each, such as "database or disk is full", are always the same. So are ours for
 * how a stream broke off, which is one fault by its name.
 */
export function faultOf(error: unknown): { fault: string } {
  if (!(error instanceof Error)) return { fault: typeof error };
  const { code, errstr } = (error.cause ?? error) as { code?: unknown; errstr?: unknown };
  const own = error instanceof StreamFault ? error.message : errstr;
  const words = [error.name, code, own && `(${own})`];
  return { fault: words.filter(word => typeof word === 'string').join(' ') };
}
