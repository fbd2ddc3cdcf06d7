import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { BUNDLES, VERSION } from '../package-root.ts';
import { brotli, takesBrotli } from './brotli.ts';
import { contentType, findFile, notFound, pathBelow, readBytes, revalidated } from './served-file.ts';

/** A year: a file whose name holds a hash of its content never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

const SCRIPTS = /^\/(?:chunks\/|agent-chat(?:-admin)?\.js$)/;

/** The scripts that any site may load. */
export function createScripts(): Hono {
  const scripts = new Hono();
  scripts.use(compress());
  scripts.get('/:file{agent-chat(-admin)?\\.js}', c =>
    script(c.req.raw, c.req.param('file'), bytes =>
      isPinned(c.req.query('v'), bytes) ? FOREVER : 'no-cache',
    ),
  );
  scripts.get('/chunks/*', c => script(c.req.raw, pathBelow(c.req.path, '/'), () => FOREVER));
  return scripts;
}

export function isScript(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && SCRIPTS.test(new URL(request.url).pathname);
}

async function script(
  request: Request,
  path: string,
  cache: (bytes: Uint8Array<ArrayBuffer>) => string,
): Promise<Response> {
  const file = await findFile(BUNDLES, path);
  if (!file) return notFound();
  const bytes = await readBytes(file);
  const small = takesBrotli(request);
  return revalidated(request, small ? await brotli(bytes) : bytes, {
    'Content-Type': contentType(file),
    ...(small && { 'Content-Encoding': 'br' }),
    Vary: 'Accept-Encoding',
    'Cache-Control': cache(bytes),
    // A module script of another site is loaded by the cross-origin rules.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Agent-Chat-Version': VERSION,
    'Access-Control-Expose-Headers': 'X-Agent-Chat-Version',
  });
}

/** Whether an address names these very bytes: `?v=`, the version, and at least so much of their SHA-384. */
function isPinned(version: string | undefined, bytes: Uint8Array): boolean {
  const named = /(?:^|-)([0-9a-f]{12,96})$/.exec(version ?? '')?.[1];
  return named !== undefined && createHash('sha384').update(bytes).digest('hex').startsWith(named);
}
