import { isOutOfSpace } from '../../../databases/database-errors.ts';
import type { SkipCode } from '../../../protocol/sources.ts';

/** Why a document cannot be read. The message is for the person who provided it, and continues its name: "is …". */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  /** For the owner's panel, which says what to do in its own language. */
  readonly code: SkipCode;

  constructor(code: SkipCode, message: string) {
    super(message);
    this.code = code;
  }
}

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be read: the permissions forbid it',
  EPERM: 'cannot be read: the permissions forbid it',
  ENOENT: 'does not exist any more',
  EISDIR: 'is a folder',
};

/** The reason of any error, without messages of libraries, which may quote paths or the document. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  if (isOutOfSpace(error)) return 'could not be stored: the disk is full or read-only';
  if (isTooDeep(error)) return 'is nested too deeply';
  const { code } = (error ?? {}) as { code?: unknown };
  return (typeof code === 'string' && SYSTEM_ERRORS[code]) || 'could not be read';
}

/** The code of any error; see `reasonOf`. */
export function skipCodeOf(error: unknown): SkipCode {
  if (error instanceof Unreadable) return error.code;
  if (isOutOfSpace(error)) return 'full';
  return isTooDeep(error) ? 'nested' : 'damaged';
}

/** Whether a recursive parser has exhausted the stack. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}

/** Whether the permissions of a file or folder caused the error. */
export function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}
