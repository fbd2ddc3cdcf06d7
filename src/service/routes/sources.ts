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
import { isDocumentId, isUploadId, UPLOADS } from '../../protocol/sources.ts';
import { questionFindings } from '../answerers/question-findings.ts';
import {
  findDocument,
  listDocuments,
  listPassages,
  listSkipped,
  listSources,
} from '../knowledge/sources/source-list.ts';
import type { Agent } from '../storage/agents.ts';
import { deleteSite, findSite, readingOf, saveSite } from '../storage/sites.ts';
import { dropEntries, forgetEntry, restoreEntry } from '../storage/source-entries.ts';
import { answers } from '../taught/answer-index.ts';
import type { Call, RouteContext } from './route.ts';

/** `GET /v2/chatbots/{chatbotId}/sources`: what the agent answers from. */
export async function handleListSources(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  return Response.json({ data: await listSources(context.database, agent.id) }, { headers: call.headers });
}

/** `DELETE /v2/chatbots/{chatbotId}/sources?source=…`: forgets all documents of a source that is not followed. */
export async function handleForgetSource(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const name = parseSource(new URL(call.request.url).searchParams);
  const found = (await listSources(context.database, agent.id)).find(source => source.name === name);
  if (!found) throw notFound('source');
  if (found.isFollowed || found.kind === 'sample')
    throw new ProtocolError('conflict', 'source: the service follows this folder; change DOCS_DIR');
  if (name === UPLOADS) await context.uploads.forget(agent.id);
  else {
    // First, so that a reading that is going on ends and removes what it stored.
    await deleteSite(context.database, agent.id, name);
    await context.passages.removeSource(agent.id, name);
    await dropEntries(context.database, agent.id, name);
  }
  return Response.json({ data: { deleted: found.documents } }, { headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/sources/sites`: adds a website, or changes when it is read. */
export async function handleSaveSite(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const change = parseSite(await readJson(call.request, SITE_BODY_MAX));
  await saveSite(context.database, agent.id, change);
  context.sites.check();
  const site = await findSite(context.database, agent.id, change.address);
  if (!site) throw notFound('source');
  const data = { name: site.source, reading: readingOf(site) };
  return Response.json({ data }, { headers: call.headers });
}

/** `GET /v2/chatbots/{chatbotId}/sources/skipped?source=…`: pages that were not read, and forgotten documents. */
export async function handleListSkipped(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const source = parseSource(new URL(call.request.url).searchParams);
  const data = await listSkipped(context.database, agent.id, source);
  return Response.json({ data }, { headers: call.headers });
}

/** `GET /v2/chatbots/{chatbotId}/sources/documents?source=…` */
export async function handleListDocuments(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const source = parseSource(new URL(call.request.url).searchParams);
  const data = await listDocuments(context.database, agent.id, source);
  return Response.json({ data }, { headers: call.headers });
}

/** `GET /v2/chatbots/{chatbotId}/sources/documents/{documentId}`: its passages. */
export async function handleListPassages(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const id = readId(call);
  if (!(await findDocument(context.database, agent.id, id))) throw notFound('documentId');
  return Response.json({ data: await listPassages(context.database, id) }, { headers: call.headers });
}

/** `DELETE /v2/chatbots/{chatbotId}/sources/documents/{documentId}`: forgets a document for good: an uploaded file, or one that no later reading brings back. */
export async function handleForgetDocument(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const found = await findDocument(context.database, agent.id, readId(call));
  if (!found) throw notFound('documentId');
  const { source, path } = found;
  if (source === UPLOADS) await context.uploads.forget(agent.id, [path]);
  else {
    // First, so that a reading that is going on does not bring it back.
    await forgetEntry(context.database, agent.id, source, path);
    await context.passages.remove([Number(call.documentId)]);
  }
  return Response.json({ data: { deleted: 1 } }, { headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/sources/restore`: restores a forgotten document. A folder that is not followed is read at the next `ingest`. */
export async function handleRestoreDocument(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const { source, path } = parseEntry(await readJson(call.request, ASK_BODY_MAX));
  if (!(await restoreEntry(context.database, agent.id, source, path))) throw notFound('path');
  if (/^https?:/.test(source)) {
    await saveSite(context.database, agent.id, { address: source, readNow: true });
    context.sites.check();
  } else await context.folders.readAgain(agent.id, source, path);
  return Response.json({ data: { restored: 1 } }, { headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/sources/uploads/{uploadId}`: a piece of a file. */
export async function handleUpload(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const id = call.uploadId.toLowerCase();
  if (!isUploadId(id)) throw notFound('uploadId');
  const piece = parseUploadPiece(await readJson(call.request, PIECE_BODY_MAX));
  return Response.json({ data: await context.uploads.add(agent.id, id, piece) }, { headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/sources/ask`: what is found for a question, and why. */
export async function handleAsk(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const { question } = parseAsk(await readJson(call.request, ASK_BODY_MAX));
  const turns = [{ role: 'user' as const, text: question }];
  const match = await context.taught.find(agent.id, turns, agent.settings);
  const taught = match && answers(match) ? { id: match.answer.id, question: match.answer.question } : null;
  const passages = await questionFindings(context.passages, agent.id, question, agent.settings);
  return Response.json({ data: { taught, passages } }, { headers: call.headers });
}

async function agentOf({ admission }: RouteContext, { request, agentId, address }: Call): Promise<Agent> {
  return await admission.authorize(await admission.authenticate(request.headers, address), agentId);
}

/** @throws ProtocolError `not_found` */
function readId({ documentId }: Call): number {
  if (!isDocumentId(documentId)) throw notFound('documentId');
  return Number(documentId);
}

function notFound(field: 'source' | 'documentId' | 'uploadId' | 'path'): ProtocolError {
  return new ProtocolError('not_found', `${field}: nothing has this name`);
}
