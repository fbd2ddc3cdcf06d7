import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';

/** What no name of a file may hold. On Windows a colon would lead to a drive, or to a stream beside the file. */
const FORBIDDEN = process.platform === 'win32' ? /[\\\0:]/ : /[\\\0]/;

/**
 * A file below a folder, by the path of a URL. Undefined when there is none, when the path leads out of the
 * folder (a symbolic link does too), or when part of it is hidden.
 */
export async function findFile(folder: string, path: string): Promise<string | undefined> {
  const segments = path.split('/').filter(segment => segment !== '');
  if (segments.some(segment => segment.startsWith('.') || FORBIDDEN.test(segment))) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...segments));
    const way = relative(root, file);
    if (way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
    // Nor a folder, or a pipe, which nobody may ever write to: reading it would hold up all other reading.
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

export async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}

export function contentType(file: string): string {
  return getMimeType(file) ?? 'application/octet-stream';
}

/** The answer with its ETag, or 304 when the browser has it already. */
export function revalidated(
  request: Request,
  body: Uint8Array<ArrayBuffer> | string,
  headers: Record<string, string>,
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const all = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ...headers, ETag: etag };
  const known = (request.headers.get('If-None-Match') ?? '').split(',').map(entry => entry.trim());
  if (known.includes(etag) || known.includes(`W/${etag}`)) {
    return new Response(null, { status: 304, headers: all });
  }
  return new Response(body, { headers: all });
}

/** The decoded path behind a prefix; a path that cannot be decoded leads nowhere. */
export function pathBelow(path: string, prefix: string): string {
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return '.';
  }
}

/** Kept by no cache: while instances are updated, one may have a file already that another has not. */
export function notFound(): Response {
  return new Response('There is nothing at this address.\n', {
    status: 404,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
