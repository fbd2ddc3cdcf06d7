import { randomUUID } from 'node:crypto';
import type { PassageTerms, StorageEngine, StoredPassage } from '../../storage/engine.ts';
import type { Database, DocumentRow, Writer } from '../../storage/tables.ts';
import type { Passage } from '../reading/document.ts';
import { countTerms } from './passage-terms.ts';

export type DocumentValues = Omit<DocumentRow, 'id'>;

/** A document as it was read from the database. It changes only while its hash is still this one. */
export interface DocumentVersion {
  id: number;
  title: string;
  hash: string;
}

export interface OldPassage {
  id: number;
  terms: PassageTerms;
}

export interface NewPassage extends Passage {
  position: number;
  terms: PassageTerms;
}

/** What changes about one document in a transaction. */
export interface DocumentChange {
  /** Undefined for a new document. */
  before: DocumentVersion | undefined;
  values: DocumentValues;
  removed?: readonly OldPassage[];
  added?: readonly NewPassage[];
  /** Deletes the document. All its passages must be in `removed`. */
  isDeleted?: boolean;
}

/**
 * Changes documents of one agent in one transaction.
 * @returns the new version of each; undefined where the document had changed since `before` was read, and was left alone
 */
export async function changeDocuments(
  database: Database,
  engine: StorageEngine,
  changes: readonly DocumentChange[],
): Promise<(DocumentVersion | undefined)[]> {
  const agentId = changes[0]!.values.agent_id;
  return await database.transaction().execute(async writer => {
    // Several processes may read the same folder: one at a time changes an agent's documents.
    await engine.lock(writer, 'documents', agentId);
    const versions: (DocumentVersion | undefined)[] = [];
    const removed: OldPassage[] = [];
    const added: StoredPassage[] = [];
    const deleted: number[] = [];
    for (const { before, values, ...passages } of changes) {
      const { id } = (await writeRow(writer, before, values)) ?? {};
      versions.push(id === undefined ? undefined : { id, title: values.title, hash: values.hash });
      if (id === undefined) continue;
      removed.push(...(passages.removed ?? []));
      added.push(...(passages.added ?? []).map(passage => ({ ...passage, agentId, documentId: id })));
      if (passages.isDeleted) deleted.push(id);
    }
    await countTerms(writer, agentId, added, removed);
    if (removed.length > 0)
      await engine.passages.delete(
        writer,
        removed.map(({ id }) => id),
      );
    if (deleted.length > 0) await writer.deleteFrom('documents').where('id', 'in', deleted).execute();
    if (added.length > 0) await engine.passages.insert(writer, added);
    return versions;
  });
}

/** Inserts the document's row, or updates it while its hash is the one of `before`. */
async function writeRow(
  writer: Writer,
  before: DocumentVersion | undefined,
  values: DocumentValues,
): Promise<{ id: number } | undefined> {
  if (!before)
    return await writer
      .insertInto('documents')
      .values(values)
      .onConflict(conflict => conflict.columns(['agent_id', 'source', 'path']).doNothing())
      .returning('id')
      .executeTakeFirst();
  return await writer
    .updateTable('documents')
    .set(values)
    .where('id', '=', before.id)
    .where('hash', '=', before.hash)
    .returning('id')
    .executeTakeFirst();
}

/** Marks a document whose passages are incomplete. The hash matches no content and no other transaction. */
export function incomplete(): Pick<DocumentRow, 'hash' | 'modified' | 'size'> {
  return { hash: randomUUID(), modified: -1, size: -1 };
}
