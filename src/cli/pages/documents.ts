import { basename, extname } from 'node:path';
import { decodeText } from '../../service/index.ts';
import { listDocuments } from './document-list.ts';
import { renderList, renderMissing } from './markdown-page.ts';
import { renderInWorker } from './render-in-worker.ts';
import { contentType, findFile, notFound, pathBelow, readBytes, revalidated } from './static-file.ts';

/** Endings of documents that a browser shows, tried in this order for an address without one. */
const ENDINGS = ['.md', '.markdown', '.html', '.htm', '.txt', '.csv', '.tsv'];
/** Endings of images and downloads that a document may refer to. */
const EXTRAS = new Set(['.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg', '.pdf', '.docx']);

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'X-Frame-Options': 'DENY',
};
/** The owner's HTML documents are shown without scripts and in their own origin. */
const SANDBOX =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:";

/** A document as a page, or the list of all documents. Citations link here. */
export async function documentPage(
  request: Request,
  base: string,
  folders: readonly string[],
): Promise<Response> {
  const path = pathBelow(new URL(request.url).pathname, base);
  if (path === '') return html(request, renderList(await listDocuments(folders, ENDINGS), base));
  const ending = extname(path).toLowerCase();
  const candidates = [...(isShown(ending) ? [path] : []), ...ENDINGS.map(other => path + other)];
  for (const folder of folders) {
    for (const candidate of candidates) {
      const file = await findFile(folder, candidate);
      if (file) return answer(request, file, await readBytes(file));
    }
  }
  return notFound();
}

async function answer(request: Request, file: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const ending = extname(file).toLowerCase();
  switch (ending) {
    case '.md':
    case '.markdown': {
      const page = await renderInWorker({ markdown: decodeText(bytes), title: basename(file, ending) });
      return page === undefined ? plain(request, bytes) : html(request, page);
    }
    case '.txt':
    case '.csv':
    case '.tsv':
      return plain(request, bytes);
    default:
      if (!isShown(ending)) return notFound();
      return revalidated(request, ENDINGS.includes(ending) ? decodeText(bytes) : bytes, {
        'Content-Type': contentType(file),
        'Content-Security-Policy': SANDBOX,
      });
  }
}

function isShown(ending: string): boolean {
  return ENDINGS.includes(ending) || EXTRAS.has(ending);
}

function plain(request: Request, bytes: Uint8Array): Response {
  return revalidated(request, decodeText(bytes), { 'Content-Type': 'text/plain; charset=utf-8' });
}

function html(request: Request, body: string): Response {
  return revalidated(request, body, PAGE_HEADERS);
}

/** Whether a browser asks for a page, and not a program for data. */
export function acceptsHtml(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && !!request.headers.get('Accept')?.includes('text/html');
}

/** The page that replaces a 404 for a browser. */
export function missingPage(missing: Response): Response {
  const headers = new Headers(missing.headers);
  headers.delete('Content-Length');
  for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
  return new Response(renderMissing(), { status: missing.status, headers });
}
