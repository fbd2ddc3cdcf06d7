import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { isVersionFolder } from '../../service/knowledge/sources/folder-paths.ts';

/** Characters a file name must not contain. On Windows a colon names a drive or an alternate stream. */
const FORBIDDEN = process.platform === 'win32' ? /[\\\0:]/ : /[\\\0]/;

/**
 * Finds a file below a folder by the path of a URL. Undefined if there is none, if the path or a symbolic link leads out of
 * the folder, or if part of the path or of a link's target is hidden. A link may lead into a version of a ConfigMap.
 */
export async function findFile(folder: string, path: string): Promise<string | undefined> {
  const segments = path.split('/').filter(segment => segment !== '');
  if (segments.some(segment => segment.startsWith('.') || FORBIDDEN.test(segment))) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...segments));
    const way = relative(root, file);
    if (isAbsolute(way) || way.split(sep).some(isHiddenTarget)) return undefined;
    // Not a folder, nor a pipe, which might block all other reads.
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Of a resolved path: the path that was asked for has no segment with a dot at its beginning. */
function isHiddenTarget(segment: string): boolean {
  return segment.startsWith('.') && !isVersionFolder(segment);
}

export async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}

export function contentType(file: string): string {
  return getMimeType(file) ?? 'application/octet-stream';
}

/** The response with its ETag, or 304 if the browser has it already. */
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

/** The decoded path after a prefix. A path that cannot be decoded finds no file. */
export function pathBelow(path: string, prefix: string): string {
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return '.';
  }
}

/** Never cached: during an update, one instance may already have a file that another lacks. */
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
