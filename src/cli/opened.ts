import { ProtocolError } from '../protocol/errors.ts';
import { UsageError, type Variables } from './variables.ts';

/**
 * Waits for what is opened at a start. What the machine or a server refuses is told by its code, or by the words SQLite
 * has for it: the rest of such an error may hold an address with its password. @throws UsageError
 */
export async function opened<T>(opening: Promise<T>, name: string): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof UsageError) throw error;
    const { code, option, errstr } = error as Fault;
    if (code === undefined && error instanceof TypeError) throw error;
    // A server that accepts the connection and closes it, or says nothing, gives no code.
    const refused = option === 'redisUrl' ? 'REDIS_URL' : name;
    throw new UsageError(`${refused} cannot be used (${errstr ?? code ?? 'no answer'}).`);
  }
}

interface Fault extends NodeJS.ErrnoException {
  option?: string;
  /** Of SQLite, for each of its codes: "database or disk is full", "attempt to write a readonly database". */
  errstr?: string;
}

/** The variable that says where a command keeps its data. */
export function storeNamed({ DATABASE_URL }: Variables): string {
  return DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
}
