import {
  DOCUMENTS_MAX,
  type DocumentPassage,
  type KnowledgeDocument,
  type KnowledgeSource,
  PASSAGES_MAX,
  SKIPPED_MAX,
  type SkipCode,
  type SkippedDocument,
  type SourceKind,
  UPLOADS,
} from '../../../protocol/sources.ts';
import { listSites, readingOf } from '../../storage/sites.ts';
import { sourcesWithForgotten } from '../../storage/source-entries.ts';
import type { Database } from '../../storage/tables.ts';
import { readFollowed } from './followed-folders.ts';
import { readSample } from './sample-documents.ts';

/** All sources of an agent with their documents counted: those of `ingest` and of followed folders, too. */
export async function listSources(database: Database, agentId: string): Promise<KnowledgeSource[]> {
  const rows = await database
    .selectFrom('documents as d')
    .where('d.agent_id', '=', agentId)
    .groupBy('d.source')
    .select(({ fn, selectFrom }) => [
      'd.source as name',
      fn.countAll<number>().as('documents'),
      fn.max('d.read_at').as('readAt'),
      selectFrom('passages as p')
        .innerJoin('documents as o', 'o.id', 'p.document_id')
        .whereRef('o.source', '=', 'd.source')
        .where('o.agent_id', '=', agentId)
        .select(fn.countAll<number>().as('count'))
        .as('passages'),
    ])
    .orderBy('d.source')
    .execute();
  const [followed, sample] = [await readFollowed(database, agentId), await readSample(database, agentId)];
  const kindOf = (name: string): SourceKind => {
    if (name === UPLOADS) return 'uploads';
    if (name === sample) return 'sample';
    return /^https?:\/\//.test(name) ? 'site' : 'folder';
  };
  const sites = await listSites(database, agentId);
  const found = rows.map(
    ({ name, documents, passages, readAt }): KnowledgeSource => ({
      name,
      kind: kindOf(name),
      isFollowed: followed.includes(name),
      documents: Number(documents),
      passages: Number(passages ?? 0),
      readAt: readAt === null ? null : Number(readAt),
    }),
  );
  // Also a site without a document yet, and a folder of which every document is forgotten.
  const others = new Set([...sites.keys(), ...(await sourcesWithForgotten(database, agentId))]);
  for (const { name } of found) others.delete(name);
  const added = [...others].map((name): KnowledgeSource => {
    const empty = { documents: 0, passages: 0, readAt: null };
    return { name, kind: kindOf(name), isFollowed: followed.includes(name), ...empty };
  });
  return [...found, ...added].map(source => {
    const site = sites.get(source.name);
    return site ? { ...source, readAt: site.read_at ?? source.readAt, reading: readingOf(site) } : source;
  });
}

/** Pages that could not be read and documents that the owner has forgotten, up to `SKIPPED_MAX`. */
export async function listSkipped(
  database: Database,
  agentId: string,
  source: string,
): Promise<SkippedDocument[]> {
  const rows = await database
    .selectFrom('source_entries')
    .select(['path', 'fault', 'forgotten'])
    .where('agent_id', '=', agentId)
    .where('source', '=', source)
    .where(eb => eb.or([eb('fault', 'is not', null), eb('forgotten', '=', 1)]))
    .orderBy('forgotten', 'desc')
    .orderBy('path')
    .limit(SKIPPED_MAX)
    .execute();
  return rows.map(({ path, fault, forgotten }) => ({
    path,
    reason: forgotten ? 'forgotten' : (fault as SkipCode),
  }));
}

/** The documents of a source, up to `DOCUMENTS_MAX`. */
export async function listDocuments(
  database: Database,
  agentId: string,
  source: string,
): Promise<KnowledgeDocument[]> {
  const rows = await database
    .selectFrom('documents as d')
    .where('d.agent_id', '=', agentId)
    .where('d.source', '=', source)
    .select(['d.id', 'd.path', 'd.title', 'd.url', 'd.size', 'd.read_at as readAt'])
    .select(({ fn, selectFrom }) =>
      selectFrom('passages as p')
        .whereRef('p.document_id', '=', 'd.id')
        .select(fn.countAll<number>().as('count'))
        .as('passages'),
    )
    .orderBy('d.path')
    .limit(DOCUMENTS_MAX)
    .execute();
  return rows.map(({ readAt, passages, size, ...row }) => ({
    ...row,
    size: Math.max(0, Number(size)),
    passages: Number(passages ?? 0),
    readAt: readAt === null ? null : Number(readAt),
  }));
}

/** The source and path of a document; undefined if the agent has none of this id. */
export async function findDocument(
  database: Database,
  agentId: string,
  id: number,
): Promise<{ source: string; path: string } | undefined> {
  return await database
    .selectFrom('documents')
    .select(['source', 'path'])
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The passages of a document in their order, up to `PASSAGES_MAX`. */
export async function listPassages(database: Database, documentId: number): Promise<DocumentPassage[]> {
  return await database
    .selectFrom('passages')
    .select(['heading', 'body'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .limit(PASSAGES_MAX)
    .execute();
}
