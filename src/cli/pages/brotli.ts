import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

const compress = promisify(brotliCompress);
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Whether a browser reads it. They say so on https and localhost only. */
export function takesBrotli(request: Request): boolean {
  return parseAccept(request.headers.get('Accept-Encoding') ?? '').some(
    ({ type, q }) => type.toLowerCase() === 'br' && q > 0,
  );
}

/** The bytes of a script, as small as they get. That takes a tenth of a second, so it is done once for all visitors. */
export function brotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const key = createHash('sha256').update(bytes).digest('base64');
  const known = kept.get(key);
  if (known) return known;
  const small = compress(bytes).then(result => new Uint8Array(result));
  kept.set(key, small);
  return small;
}
