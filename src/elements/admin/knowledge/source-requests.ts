import { ClientError } from '../../../client/transport/client-error.ts';
import { isTree } from '../../../protocol/settings.ts';
import type {
  DocumentPassage,
  KnowledgeDocument,
  KnowledgeSource,
  QuestionFindings,
  SiteChange,
  SkippedDocument,
  UploadPiece,
  UploadState,
} from '../../../protocol/sources.ts';
import type { AdminClient } from '../session/admin-client.ts';

/** @throws ClientError */
export async function listSources(client: AdminClient): Promise<KnowledgeSource[]> {
  return listOf(await client.sources('GET', []));
}

/** @throws ClientError */
export async function forgetSource(client: AdminClient, source: string): Promise<void> {
  await client.sources('DELETE', [], { source });
}

/** @throws ClientError */
export async function listDocuments(client: AdminClient, source: string): Promise<KnowledgeDocument[]> {
  return listOf(await client.sources('GET', ['documents'], { source }));
}

/** @throws ClientError */
export async function listPassages(client: AdminClient, id: number): Promise<DocumentPassage[]> {
  return listOf(await client.sources('GET', ['documents', String(id)]));
}

/** @throws ClientError */
export async function forgetDocument(client: AdminClient, id: number): Promise<void> {
  await client.sources('DELETE', ['documents', String(id)]);
}

/** Adds a website, or changes when it is read. @throws ClientError */
export async function saveSite(client: AdminClient, change: SiteChange): Promise<void> {
  await client.sources('POST', ['sites'], { body: change });
}

/** @throws ClientError */
export async function listSkipped(client: AdminClient, source: string): Promise<SkippedDocument[]> {
  return listOf(await client.sources('GET', ['skipped'], { source }));
}

/** @throws ClientError */
export async function restoreDocument(client: AdminClient, source: string, path: string): Promise<void> {
  await client.sources('POST', ['restore'], { body: { source, path } });
}

/** @throws ClientError */
export async function sendPiece(client: AdminClient, id: string, body: UploadPiece): Promise<UploadState> {
  const data = await client.sources('POST', ['uploads', id], { body });
  if (!isTree(data) || typeof data.received !== 'number' || typeof data.status !== 'string')
    throw unreadable();
  return data as unknown as UploadState;
}

/** @throws ClientError */
export async function askSources(client: AdminClient, question: string): Promise<QuestionFindings> {
  const data = await client.sources('POST', ['ask'], { body: { question } });
  if (!isTree(data) || !Array.isArray(data.passages)) throw unreadable();
  return data as unknown as QuestionFindings;
}

function listOf<T>(data: unknown): T[] {
  if (!Array.isArray(data)) throw unreadable();
  return data as T[];
}

function unreadable(): ClientError {
  return new ClientError('unreadable', 'expected sources');
}
