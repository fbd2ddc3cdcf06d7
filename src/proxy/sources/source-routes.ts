import { type Context, Hono } from 'hono';
import { ProtocolError } from '../../protocol/errors.ts';
import { readJson } from '../../protocol/json-body.ts';
import {
  ASK_BODY_MAX,
  PIECE_BODY_MAX,
  parseAsk,
  parseEntry,
  parseSite,
  parseSource,
  parseUploadPiece,
  SITE_BODY_MAX,
} from '../../protocol/source-input.ts';
import { isDocumentId, isUploadId } from '../../protocol/sources.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { askService, dataOf, type ExtensionRoutesOptions, ownedAgent } from '../upstream/ask-service.ts';
import type { SourceRequest } from '../upstream/upstream.ts';

const SOURCES = '/v2/chatbots/:chatbotId/sources';

/** What an agent answers from, for the owner: an extension of our own service. */
export function sourceRoutes(options: ExtensionRoutesOptions): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();

  const forward = async (
    c: Context<ProxyEnv>,
    agentId: string,
    request: SourceRequest,
    isExpected?: (data: unknown) => boolean,
  ): Promise<Response> => {
    const body = await askService(c, options, (service, signal) => service.sources(agentId, request, signal));
    return c.json({ data: dataOf(body, isExpected) });
  };
  const sourceOf = (c: Context<ProxyEnv>): string => parseSource(new URL(c.req.url).searchParams);

  /** For the owner: what the agent answers from, with its documents counted. 404 if the service does not say. */
  app.get(SOURCES, async c => {
    const agentId = await ownedAgent(c, options);
    return await forward(c, agentId, { method: 'GET', path: [] }, Array.isArray);
  });

  /** For the owner: forgets all documents of a `source`. 409 if the service follows it. */
  app.delete(SOURCES, async c => {
    const agentId = await ownedAgent(c, options);
    return await forward(c, agentId, { method: 'DELETE', path: [], source: sourceOf(c) });
  });

  /** For the owner: adds a website by its `address`, or changes `everyHours`, `isPaused`; `readNow` reads it again. */
  app.post(`${SOURCES}/sites`, async c => {
    const agentId = await ownedAgent(c, options);
    const body = parseSite(await readJson(c.req.raw, SITE_BODY_MAX));
    return await forward(c, agentId, { method: 'POST', path: ['sites'], body });
  });

  /** For the owner: pages of a `source` that were not read, with the reason, and forgotten documents. */
  app.get(`${SOURCES}/skipped`, async c => {
    const agentId = await ownedAgent(c, options);
    const request = { method: 'GET', path: ['skipped'], source: sourceOf(c) } as const;
    return await forward(c, agentId, request, Array.isArray);
  });

  /** For the owner: restores a forgotten document of a `source`, by its `path`. */
  app.post(`${SOURCES}/restore`, async c => {
    const agentId = await ownedAgent(c, options);
    const body = parseEntry(await readJson(c.req.raw, ASK_BODY_MAX));
    return await forward(c, agentId, { method: 'POST', path: ['restore'], body });
  });

  /** For the owner: the documents of a `source`. */
  app.get(`${SOURCES}/documents`, async c => {
    const agentId = await ownedAgent(c, options);
    const request = { method: 'GET', path: ['documents'], source: sourceOf(c) } as const;
    return await forward(c, agentId, request, Array.isArray);
  });

  /** For the owner: the passages of a document as they are searched. */
  app.get(`${SOURCES}/documents/:documentId`, async c => {
    const agentId = await ownedAgent(c, options);
    return await forward(c, agentId, { method: 'GET', path: ['documents', readId(c)] }, Array.isArray);
  });

  /** For the owner: forgets a document: no later reading brings it back. */
  app.delete(`${SOURCES}/documents/:documentId`, async c => {
    const agentId = await ownedAgent(c, options);
    return await forward(c, agentId, { method: 'DELETE', path: ['documents', readId(c)] });
  });

  /** For the owner: a piece of a file, up to 384 KB in Base64: `name`, `size`, `offset`, `data`. Answers how far the upload is. */
  app.post(`${SOURCES}/uploads/:uploadId`, async c => {
    const agentId = await ownedAgent(c, options);
    const id = c.req.param('uploadId').toLowerCase();
    if (!isUploadId(id)) throw new ProtocolError('not_found', 'uploadId: must be a UUID');
    const body = parseUploadPiece(await readJson(c.req.raw, PIECE_BODY_MAX));
    return await forward(c, agentId, { method: 'POST', path: ['uploads', id], body });
  });

  /** For the owner: which passages are found for a `question`, and why. */
  app.post(`${SOURCES}/ask`, async c => {
    const agentId = await ownedAgent(c, options);
    const body = parseAsk(await readJson(c.req.raw, ASK_BODY_MAX));
    return await forward(c, agentId, { method: 'POST', path: ['ask'], body });
  });

  return app;
}

/** @throws ProtocolError `not_found` */
function readId(c: Context<ProxyEnv>): string {
  const id = c.req.param('documentId')!;
  if (!isDocumentId(id)) throw new ProtocolError('not_found', 'documentId: no document has this id');
  return id;
}
