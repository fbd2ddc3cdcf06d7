const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CONSTRAINT = 19;
const PG_OUT_OF_SPACE = '53100';
const PG_UNIQUE_VIOLATION = '23505';
/** Class 08: connection; 57P: shutdown; 25006: read-only, as after a failover; 53300: too many connections. */
const PG_UNAVAILABLE = /^(?:08|25006|53300|57P)/;
const FILE_SYSTEM = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE']);

/** Whether a write failed because the disk is full or accepts no writes. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, sqlite } = codesOf(error);
  return (
    [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL].includes(sqlite) ||
    code === PG_OUT_OF_SPACE ||
    FILE_SYSTEM.has(code)
  );
}

/** Whether a write failed because a unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, sqlite } = codesOf(error);
  return code === PG_UNIQUE_VIOLATION || sqlite === SQLITE_CONSTRAINT;
}

/** Whether the same statement may succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  const { code, sqlite } = codesOf(error);
  return sqlite === SQLITE_BUSY || NETWORK.has(code) || PG_UNAVAILABLE.test(code);
}

function codesOf(error: unknown): { code: string; sqlite: number } {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  // The low byte of SQLite's code is the kind of error; the rest says where it happened.
  return { code: String(code), sqlite: typeof errcode === 'number' ? errcode & 0xff : 0 };
}
