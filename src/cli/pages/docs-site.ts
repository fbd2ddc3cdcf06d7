import { extname } from 'node:path';
import { DOCS_SITE, OUR_DOCS } from '../package-root.ts';
import { contentType, findFile, notFound, pathBelow, readBytes, revalidated } from './static-file.ts';

/** Inline scripts are files here (docs/.vitepress/external-scripts.ts). Code blocks are coloured by style attributes. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
  "img-src 'self' data: https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * A page or file of this package's documentation, which VitePress builds from `docs/` (docs/.vitepress/config.ts). Its
 * Markdown is at the address of each page with `.md`.
 */
export async function docsSitePage(request: Request, base: string): Promise<Response> {
  const path = pathBelow(new URL(request.url).pathname, base);
  const isSource = ['.md', '.png'].includes(extname(path));
  const candidates = path === '' ? ['index.html'] : [path, `${path}.html`];
  for (const candidate of candidates) {
    const file = await findFile(isSource ? OUR_DOCS : DOCS_SITE, candidate);
    if (file) return answer(request, file, path);
  }
  return notFound();
}

async function answer(request: Request, file: string, path: string): Promise<Response> {
  const type = extname(file) === '.md' ? 'text/markdown; charset=utf-8' : contentType(file);
  return revalidated(request, await readBytes(file), {
    'Content-Type': type,
    // A file in this folder has a hash of its content in its name. Who may read it can change.
    ...(path.startsWith('assets/') && { 'Cache-Control': 'private, max-age=31536000, immutable' }),
    ...(type.startsWith('text/html') && {
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'same-origin',
    }),
  });
}
