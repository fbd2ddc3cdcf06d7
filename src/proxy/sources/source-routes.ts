import { type Context, Hono } from 'hono';
import { ProtocolError } from '../../protocol/errors.ts';
import { readJson } from '../../protocol/json-body.ts';
import { isTree } from '../../protocol/settings.ts';
import {
  ASK_BODY_MAX,
  PIECE_BODY_MAX,
  parseAsk,
  parseSource,
  parseUploadPiece,
} from '../../protocol/source-input.ts';
import { isDocumentId, isUploadId } from '../../protocol/sources.ts';
import type { Admin } from '../access/admin.ts';
import type { ServedAgents } from '../access/agent-id.ts';
import type { Logger } from '../operations/logger.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { readJsonText } from '../upstream/json-answer.ts';
import { unavailable } from '../upstream/refusals.ts';
import { sendOnce } from '../upstream/send.ts';
import type { SourceRequest, Upstream } from '../upstream/upstream.ts';

export interface SourceRoutesOptions {
  agents: ServedAgents;
  admin: Admin;
  upstream: Upstream;
  logger: Logger;
  apiKey: string;
}

/** Longer than the service waits for a file to be read. */
const TIMEOUT_MS = 60_000;

const SOURCES = '/v2/chatbots/:chatbotId/sources';

/** What an agent answers from, for the owner: an extension of our own service. */
export function sourceRoutes({
  agents,
  admin,
  upstream,
  logger,
  apiKey,
}: SourceRoutesOptions): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();

  /** The agent of a request of the owner. @throws ProtocolError for anybody else */
  const agentOf = async (c: Context<ProxyEnv>): Promise<string> => {
    await admin.require(c.req.raw, c.get('address'));
    return agents.readId(c.req.param('chatbotId')!);
  };
  const forward = async (
    c: Context<ProxyEnv>,
    agentId: string,
    request: SourceRequest,
    isExpected: (data: unknown) => boolean = isTree,
  ): Promise<Response> => {
    const answer = await sendOnce(c, logger, TIMEOUT_MS, signal =>
      upstream.traced(c.get('trace')).sources(agentId, request, signal),
    );
    const body = JSON.parse(await readJsonText(answer.body, apiKey)) as unknown;
    if (!isTree(body) || !isExpected(body.data)) throw unavailable();
    return c.json({ data: body.data });
  };
  const sourceOf = (c: Context<ProxyEnv>): string => parseSource(new URL(c.req.url).searchParams);

  /** For the owner: what the agent answers from, with its documents counted. 404 if the service does not say. */
  app.get(SOURCES, async c => {
    const agentId = await agentOf(c);
    return await forward(c, agentId, { method: 'GET', path: [] }, Array.isArray);
  });

  /** For the owner: forgets all documents of a `source`. 409 if the service follows it. */
  app.delete(SOURCES, async c => {
    const agentId = await agentOf(c);
    return await forward(c, agentId, { method: 'DELETE', path: [], source: sourceOf(c) });
  });

  /** For the owner: the documents of a `source`. */
  app.get(`${SOURCES}/documents`, async c => {
    const agentId = await agentOf(c);
    const request = { method: 'GET', path: ['documents'], source: sourceOf(c) } as const;
    return await forward(c, agentId, request, Array.isArray);
  });

  /** For the owner: the passages of a document as they are searched. */
  app.get(`${SOURCES}/documents/:documentId`, async c => {
    const agentId = await agentOf(c);
    return await forward(c, agentId, { method: 'GET', path: ['documents', readId(c)] }, Array.isArray);
  });

  /** For the owner: forgets an uploaded file. */
  app.delete(`${SOURCES}/documents/:documentId`, async c => {
    const agentId = await agentOf(c);
    return await forward(c, agentId, { method: 'DELETE', path: ['documents', readId(c)] });
  });

  /** For the owner: a piece of a file, up to 384 KB in Base64: `name`, `size`, `offset`, `data`. Answers how far the upload is. */
  app.post(`${SOURCES}/uploads/:uploadId`, async c => {
    const agentId = await agentOf(c);
    const id = c.req.param('uploadId').toLowerCase();
    if (!isUploadId(id)) throw new ProtocolError('not_found', 'uploadId: must be a UUID');
    const body = parseUploadPiece(await readJson(c.req.raw, PIECE_BODY_MAX));
    return await forward(c, agentId, { method: 'POST', path: ['uploads', id], body });
  });

  /** For the owner: which passages are found for a `question`, and why. */
  app.post(`${SOURCES}/ask`, async c => {
    const agentId = await agentOf(c);
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
