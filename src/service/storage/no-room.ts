const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const PG_OUT_OF_SPACE = '53100';

/** Whether a write failed because there is no room for it, or because the disk takes none. */
export function hasNoRoom(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  // The low byte is the kind; the rest says where it happened.
  const kind = typeof errcode === 'number' ? errcode & 0xff : 0;
  return [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL].includes(kind) || code === PG_OUT_OF_SPACE;
}
