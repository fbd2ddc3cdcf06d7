import { isOutOfSpace } from '../../storage/errors.ts';

/** Why a document can't be read, in words for the person who gave it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'may not be read: the permissions forbid it',
  EPERM: 'may not be read: the permissions forbid it',
  ENOENT: 'is gone',
  EISDIR: 'is a folder',
};

/** The reason of any failure, without a library's wording, which may quote paths or the document. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  if (isOutOfSpace(error)) return 'could not be stored: the disk is full, or may not be written to';
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  // A library that follows what is inside of what is inside runs out of the room for that.
  if (error instanceof RangeError && /call stack/.test(String(message))) return 'is nested too deeply';
  return (typeof code === 'string' && SYSTEM[code]) || 'could not be read';
}

/** Whether it is the permissions of a file or folder that are in the way. */
export function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}
