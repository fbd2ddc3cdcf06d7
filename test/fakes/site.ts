/** A website on this machine, page by page. */

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { listenLocally } from '../../scripts/loopback.ts';

export interface SitePage {
  body?: string | Buffer;
  /** Default `text/html; charset=utf-8`. */
  type?: string;
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  /** Never ends its body. */
  endless?: boolean;
}

export interface Site {
  /** Without a slash at its end. */
  url: string;
  /** By path. May be changed between requests. */
  pages: Record<string, SitePage>;
  /** Paths in the order they were asked for. */
  seen: string[];
  /** Answers in place of a page, or delays it. */
  onRequest: ((request: IncomingMessage) => SitePage | undefined | Promise<SitePage | undefined>) | undefined;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const pages: Record<string, SitePage> = {};
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    seen.push(path);
    const page = (await site.onRequest?.(request)) ?? pages[path] ?? { status: 404, body: 'nothing here' };
    response.writeHead(page.status ?? 200, {
      'content-type': page.type ?? 'text/html; charset=utf-8',
      ...page.headers,
    });
    if (page.endless) response.write(page.body ?? '.');
    else response.end(page.body);
  });
  const port = await listenLocally(server);
  const site: Site = {
    url: `http://127.0.0.1:${port}`,
    pages,
    seen,
    onRequest: undefined,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return site;
}

/** A sitemap of these addresses. */
export function sitemapOf(locations: readonly string[], kind: 'url' | 'sitemap' = 'url'): SitePage {
  const root = kind === 'url' ? 'urlset' : 'sitemapindex';
  const entries = locations.map(location => `<${kind}><loc>${location}</loc></${kind}>`);
  return {
    type: 'application/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</${root}>`,
  };
}
