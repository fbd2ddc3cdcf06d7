import { join } from 'node:path';
import { streamAnswer } from '../answer-stream.ts';
import { type Route, readBody, send, sendFile } from '../server.ts';
import type { Rival } from './rival.ts';

const BUILT = join(import.meta.dirname, 'dist');

/** Everything of a rival is below `/rivals/<id>/`: its page, its built files, the agent it talks to. */
export function rivalRoute(rivals: Rival[]): Route {
  return (pathname, request, response) => {
    const [, id, path] = /^\/rivals\/([\w-]+)\/(.*)$/.exec(pathname) ?? [];
    const rival = rivals.find(each => each.id === id);
    if (!rival || path === undefined) return false;
    const known = Object.entries(rival.routes ?? {}).find(([start]) => path.startsWith(start));
    if (known) send(response, 'application/json', JSON.stringify(known[1]));
    else if (path === 'page.html') send(response, 'text/html', pageOf(rival));
    else if (request.method === 'POST') {
      void readBody(request).then(body => streamAnswer(response, rival.question(body), rival.wire));
    } else if (/^[\w./-]+\.(?:js|css)$/.test(path)) void sendFile(response, join(BUILT, rival.id, path));
    else return false;
    return true;
  };
}

function pageOf({ id, body }: Rival): string {
  return `<!doctype html><html lang="en"><title>${id}</title><p>Page</p>
<link rel="stylesheet" href="/rivals/${id}/page.css">${body}
<script type="module" src="/rivals/${id}/page.js"></script></html>`;
}
