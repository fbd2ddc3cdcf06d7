import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { BUNDLES, PACKAGE_ROOT, VERSION } from '../package-root.ts';
import { brotli, takesBrotli } from './brotli.ts';
import { documentPage } from './documents.ts';
import { contentType, findFile, readBytes, revalidated } from './served-file.ts';

export interface PagesOptions {
  /** Put in place of `__AGENT_ID__` in the pages. */
  agentId: string;
  /** Folders the documents are read from. */
  docsDirs: readonly string[];
}

/** Everything a page of ours needs comes from here; nobody may frame it. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** The demo pages stand for other people's sites, which write scripts and styles into the page. */
const DEMO_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: https:; connect-src 'self'; base-uri 'self'; frame-ancestors 'self'";

/** A year: a file whose name holds a hash of its content never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The pages beside the proxy: settings preview, demo, documents, and the scripts any site may load. */
export function createPages(options: PagesOptions): Hono {
  const pages = new Hono();
  pages.use(compress());
  pages.get('/', c => page(c.req.raw, PACKAGE_ROOT, 'index.html', options, PAGE_POLICY));
  pages.get('/demo', c => c.redirect('/demo/'));
  pages.get('/demo/*', c => {
    const path = pathBelow(c.req.path, '/');
    return page(
      c.req.raw,
      PACKAGE_ROOT,
      path.endsWith('/') ? `${path}index.html` : path,
      options,
      DEMO_POLICY,
    );
  });
  pages.get('/docs', c => c.redirect('/docs/'));
  pages.get('/docs/*', c => documentPage(c.req.raw, pathBelow(c.req.path, '/docs/'), options.docsDirs));
  pages.get('/:file{agent-chat(-admin)?\\.js}', c =>
    script(c.req.raw, c.req.param('file'), bytes =>
      isPinned(c.req.query('v'), bytes) ? FOREVER : 'no-cache',
    ),
  );
  pages.get('/chunks/*', c => script(c.req.raw, pathBelow(c.req.path, '/'), () => FOREVER));
  pages.notFound(() => notFound());
  return pages;
}

async function page(
  request: Request,
  folder: string,
  path: string,
  { agentId }: PagesOptions,
  policy: string,
): Promise<Response> {
  const file = await findFile(folder, path);
  if (!file) return notFound();
  const bytes = await readBytes(file);
  const type = contentType(file);
  const headers = {
    'Content-Type': type,
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'same-origin',
  };
  if (!type.startsWith('text/html')) return revalidated(request, bytes, headers);
  const html = new TextDecoder().decode(bytes).replaceAll('__AGENT_ID__', agentId);
  return revalidated(request, html, { ...headers, 'X-Frame-Options': 'SAMEORIGIN' });
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

/** The decoded path behind a prefix; a path that cannot be decoded leads nowhere. */
function pathBelow(path: string, prefix: string): string {
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return '.';
  }
}

function notFound(): Response {
  return new Response('There is nothing at this address.\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  });
}
