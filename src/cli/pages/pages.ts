import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { PACKAGE_ROOT } from '../package-root.ts';
import { docsSitePage } from './docs-site.ts';
import { acceptsHtml, documentPage, missingPage } from './documents.ts';
import { createScripts } from './scripts.ts';
import { contentType, findFile, notFound, pathBelow, readBytes, revalidated } from './static-file.ts';

export interface PagesOptions {
  /** Replaces `__AGENT_ID__` in the pages. */
  agentId: string;
  /** Folders of the documents that the agent answers from. Default: this package's documentation. */
  docsDirs?: readonly string[] | undefined;
  /** The refusal of a request for documents; undefined if it may read them. Default: anybody may. */
  refuseDocs?: (request: Request, peer: string | undefined) => Promise<Response | undefined>;
}

type Env = { Bindings: { remoteAddress?: string | undefined } };

/** Our own pages load everything from here and may not be framed. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** The demo pages stand for other people's sites, which have inline scripts and styles. */
const DEMO_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: https:; connect-src 'self'; base-uri 'self'; frame-ancestors 'self'";

/** The pages beside the proxy: settings preview, demo, documents, and the scripts any site may load. */
export function createPages(options: PagesOptions): Hono<Env> {
  const pages = new Hono<Env>();
  pages.use(compress());
  pages.use(async (c, next) => {
    await next();
    if (c.res.status === 404 && acceptsHtml(c.req.raw)) c.res = missingPage(c.res);
  });
  pages.get('/', c => page(c.req.raw, 'index.html', options, PAGE_POLICY));
  pages.get('/demo', c => c.redirect('/demo/'));
  // Also if the agent answers from other documents.
  pages.get('/demo/docs', c => c.redirect('/demo/docs/'));
  pages.get('/demo/docs/*', c => docsSitePage(c.req.raw, '/demo/docs/'));
  pages.get('/demo/*', c => {
    const path = pathBelow(c.req.path, '/');
    return page(c.req.raw, path.endsWith('/') ? `${path}index.html` : path, options, DEMO_POLICY);
  });
  pages.get('/docs', c => c.redirect('/docs/'));
  pages.get('/docs/*', async c => {
    const refusal = await options.refuseDocs?.(c.req.raw, c.env?.remoteAddress);
    if (refusal) return refusal;
    const { docsDirs } = options;
    return docsDirs ? documentPage(c.req.raw, '/docs/', docsDirs) : docsSitePage(c.req.raw, '/docs/');
  });
  pages.route('/', createScripts());
  pages.notFound(() => notFound());
  return pages;
}

async function page(
  request: Request,
  path: string,
  { agentId }: PagesOptions,
  policy: string,
): Promise<Response> {
  const file = await findFile(PACKAGE_ROOT, path);
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
