import { ProtocolError } from '../protocol/errors.ts';
import { UsageError, type Variables } from './variables.ts';

/**
 * Waits for a database or server to open. A failure is explained by its code or SQLite's text alone: the rest of such an
 * error may contain an address with its password. @throws UsageError
 */
export async function openOrExplain<T>(opening: Promise<T>, name: string): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof UsageError) throw error;
    const { code, option, errstr } = error as Fault;
    if (code === undefined && error instanceof TypeError) throw error;
    // Without a code, a server accepted the connection and closed it, or did not respond.
    const variable = option === 'redisUrl' ? 'REDIS_URL' : name;
    throw new UsageError(`${variable} cannot be used (${errstr ?? code ?? 'no response'}).`);
  }
}

interface Fault extends NodeJS.ErrnoException {
  option?: string;
  /** SQLite's text for the code: "database or disk is full", "attempt to write a readonly database". */
  errstr?: string;
}

/** The variable that names where a command keeps its data. */
export function storeVariable({ DATABASE_URL }: Variables): string {
  return DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
}
