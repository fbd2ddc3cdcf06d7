import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { parseAccept } from 'hono/utils/accept';
import { BUNDLES, VERSION } from '../package-root.ts';
import { contentType, findFile, notFound, pathBelow, readBytes, revalidated } from './static-file.ts';

/** A year: a file whose name holds a hash of its content never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The headers that tell a classic script tag from a module's, so that no cache serves one what is for the other. */
const BY_TAG = 'Sec-Fetch-Dest, Sec-Fetch-Mode';

const SCRIPTS = /^\/(?:chunks\/|agent-chat(?:-admin)?\.js$)/;

/** The scripts that any site may load. */
export function createScripts(): Hono {
  const scripts = new Hono();
  scripts.use(compress());
  scripts.get('/:file{agent-chat(-admin)?\\.js}', c => {
    if (isClassicScript(c.req.raw)) return classicScript();
    const cache = (bytes: Uint8Array<ArrayBuffer>): string =>
      isPinned(c.req.query('v'), bytes) ? FOREVER : 'no-cache';
    return script(c.req.raw, c.req.param('file'), cache, `Accept-Encoding, ${BY_TAG}`);
  });
  scripts.get('/chunks/*', c => script(c.req.raw, pathBelow(c.req.path, '/'), () => FOREVER));
  return scripts;
}

export function isScript(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && SCRIPTS.test(new URL(request.url).pathname);
}

/** Whether a script tag without `type="module"` asks: a module is always fetched in the mode `cors`. */
function isClassicScript({ headers }: Request): boolean {
  return headers.get('Sec-Fetch-Dest') === 'script' && headers.get('Sec-Fetch-Mode') === 'no-cors';
}

/**
 * For a tag without `type="module"`, to which the module itself would be a syntax error. Not stored, because the module
 * has the same address.
 */
function classicScript(): Response {
  const hint = 'agent-chat: type="module" in the script tag makes the chat load faster';
  return new Response(`console.info('${hint}');import(document.currentScript.src)`, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: BY_TAG,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

async function script(
  request: Request,
  path: string,
  cache: (bytes: Uint8Array<ArrayBuffer>) => string,
  vary = 'Accept-Encoding',
): Promise<Response> {
  const file = await findFile(BUNDLES, path);
  if (!file) return notFound();
  const bytes = await readBytes(file);
  const small = acceptsBrotli(request);
  return revalidated(request, small ? await brotli(bytes) : bytes, {
    'Content-Type': contentType(file),
    ...(small && { 'Content-Encoding': 'br' }),
    Vary: vary,
    'Cache-Control': cache(bytes),
    // A module script of another site is loaded by the cross-origin rules.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Agent-Chat-Version': VERSION,
    'Access-Control-Expose-Headers': 'X-Agent-Chat-Version',
  });
}

/** Whether `?v=` ends with at least 12 hex digits of the SHA-384 of these bytes. */
function isPinned(version: string | undefined, bytes: Uint8Array): boolean {
  const named = /(?:^|-)([0-9a-f]{12,96})$/.exec(version ?? '')?.[1];
  return named !== undefined && createHash('sha384').update(bytes).digest('hex').startsWith(named);
}

const compressBytes = promisify(brotliCompress);
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Whether the browser accepts Brotli. Browsers say so on https and localhost only. */
function acceptsBrotli(request: Request): boolean {
  return parseAccept(request.headers.get('Accept-Encoding') ?? '').some(
    ({ type, q }) => type.toLowerCase() === 'br' && q > 0,
  );
}

/** Compresses a script at the highest quality. That takes a tenth of a second, so the result is kept for all visitors. */
function brotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const key = createHash('sha256').update(bytes).digest('base64');
  const known = kept.get(key);
  if (known) return known;
  const small = compressBytes(bytes).then(result => new Uint8Array(result));
  kept.set(key, small);
  return small;
}
