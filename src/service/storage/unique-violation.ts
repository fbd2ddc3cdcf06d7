const SQLITE_CONSTRAINT = 19;
const PG_UNIQUE_VIOLATION = '23505';

/** Whether a write failed because a value that has to be unique is there already. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return (
    code === PG_UNIQUE_VIOLATION || (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_CONSTRAINT)
  );
}
