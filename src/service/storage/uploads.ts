import { ProtocolError } from '../../protocol/errors.ts';
import type { SkipCode, UploadPiece } from '../../protocol/sources.ts';
import { now } from './clock.ts';
import type { Database, UploadRow, Writer } from './tables.ts';

export type Upload = UploadRow;

/** How long an upload may take, and how long its failure can be looked up. */
const KEPT_SECONDS = 86_400;
/** A process that reads a file for longer has died. Longer than a reader may take. */
const LEASE_SECONDS = 300;
const PIECES_PER_QUERY = 8;

/**
 * Adds a piece, if it begins where the last one ended; anything else changes nothing, so that a repeated request is
 * harmless.
 * @returns the upload; undefined if it is unknown and the piece is not its first
 * @throws ProtocolError `conflict` if the upload has another name or size, or belongs to another agent
 */
export async function addPiece(
  database: Database,
  agentId: string,
  id: string,
  { name, size, offset, data }: UploadPiece,
): Promise<Upload | undefined> {
  const length = Buffer.byteLength(data, 'base64');
  return await database.transaction().execute(async writer => {
    if (offset === 0)
      await writer
        .insertInto('uploads')
        .values({
          ...{ id, agent_id: agentId, name, size, received: 0, hash: null, fault: null, warning: null },
          ...{ leased_until: 0, created_at: now() },
        })
        .onConflict(conflict => conflict.column('id').doNothing())
        .execute();
    const upload = await findUpload(writer, id);
    if (!upload) return undefined;
    if (upload.agent_id !== agentId || upload.name !== name || upload.size !== size)
      throw new ProtocolError('conflict', 'upload: another file has this id');
    if (length === 0 || offset !== upload.received || offset + length > size) return upload;
    const added = await writer
      .updateTable('uploads')
      .set({ received: offset + length })
      .where('id', '=', id)
      .where('received', '=', offset)
      .returning('id')
      .executeTakeFirst();
    if (!added) return await findUpload(writer, id);
    await writer.insertInto('upload_pieces').values({ upload_id: id, position: offset, data }).execute();
    return { ...upload, received: offset + length };
  });
}

export async function findUpload(database: Database | Writer, id: string): Promise<Upload | undefined> {
  return await database.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Claims a complete upload for this process. @returns whether it did */
export async function claimUpload(database: Database, id: string): Promise<boolean> {
  const time = now();
  const claimed = await database
    .updateTable('uploads')
    .set({ leased_until: time + LEASE_SECONDS })
    .where('id', '=', id)
    .where('leased_until', '<', time)
    .where('hash', 'is', null)
    .where('fault', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Lets another attempt follow at once. */
export async function releaseUpload(database: Database, id: string): Promise<void> {
  await database.updateTable('uploads').set({ leased_until: 0 }).where('id', '=', id).execute();
}

/** The whole file. */
export async function uploadBytes(database: Database, id: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let from = -1; ; ) {
    const rows = await database
      .selectFrom('upload_pieces')
      .select(['position', 'data'])
      .where('upload_id', '=', id)
      .where('position', '>', from)
      .orderBy('position')
      .limit(PIECES_PER_QUERY)
      .execute();
    if (rows.length === 0) return Buffer.concat(chunks);
    for (const { data } of rows) chunks.push(Buffer.from(data, 'base64'));
    from = Number(rows.at(-1)!.position);
  }
}

/** Keeps the file, in place of one with the same name. */
export async function keepUpload(
  database: Database,
  { id, agent_id, name }: Upload,
  { hash, warning }: Pick<Upload, 'hash' | 'warning'>,
): Promise<void> {
  await database.transaction().execute(async writer => {
    const earlier = await writer
      .selectFrom('uploads')
      .select('id')
      .where('agent_id', '=', agent_id)
      .where('name', '=', name)
      .where('hash', 'is not', null)
      .where('id', '!=', id)
      .execute();
    await deleteUploads(
      writer,
      earlier.map(other => other.id),
    );
    await writer.updateTable('uploads').set({ hash, warning }).where('id', '=', id).execute();
  });
}

/** Drops the content of a file that cannot be used; the reason stays for a day. */
export async function refuseUpload(database: Database, id: string, fault: SkipCode): Promise<void> {
  await database.transaction().execute(async writer => {
    await writer.deleteFrom('upload_pieces').where('upload_id', '=', id).execute();
    await writer.updateTable('uploads').set({ fault }).where('id', '=', id).execute();
  });
}

/** Deletes the stored files of an agent: those with these names, or all. */
export async function forgetUploads(
  database: Database,
  agentId: string,
  names?: readonly string[],
): Promise<void> {
  await database.transaction().execute(async writer => {
    const rows = await writer
      .selectFrom('uploads')
      .select('id')
      .where('agent_id', '=', agentId)
      .where('hash', 'is not', null)
      .$if(names !== undefined, query => query.where('name', 'in', names!))
      .execute();
    await deleteUploads(
      writer,
      rows.map(({ id }) => id),
    );
  });
}

/** Deletes uploads that were not completed within a day. */
export async function purgeUploads(database: Database): Promise<void> {
  await database.transaction().execute(async writer => {
    const rows = await writer
      .selectFrom('uploads')
      .select('id')
      .where('hash', 'is', null)
      .where('created_at', '<', now() - KEPT_SECONDS)
      .execute();
    await deleteUploads(
      writer,
      rows.map(({ id }) => id),
    );
  });
}

/** Stored files whose document is missing or incomplete in the index, because a process was killed. */
export async function unindexedUploads(database: Database, source: string): Promise<Upload[]> {
  return await database
    .selectFrom('uploads as u')
    .selectAll('u')
    .leftJoin('documents as d', join =>
      join
        .onRef('d.agent_id', '=', 'u.agent_id')
        .onRef('d.path', '=', 'u.name')
        .onRef('d.hash', '=', 'u.hash')
        .on('d.source', '=', source),
    )
    .where('u.hash', 'is not', null)
    .where('d.id', 'is', null)
    .execute();
}

async function deleteUploads(writer: Writer, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await writer.deleteFrom('upload_pieces').where('upload_id', '=', id).execute();
    await writer.deleteFrom('uploads').where('id', '=', id).execute();
  }
}
