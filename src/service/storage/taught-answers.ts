import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { ProtocolError } from '../../protocol/errors.ts';
import {
  ANSWER_CONFLICTS,
  ANSWERS_MAX,
  type TaughtAnswer,
  type TaughtAnswerInput,
} from '../../protocol/taught-answers.ts';
import { wordsOf } from '../knowledge/language/words.ts';
import { now } from './clock.ts';
import type { Database, TaughtAnswerRow, Writer } from './tables.ts';

export type StoredAnswer = Selectable<TaughtAnswerRow>;

/** How long a deletion can be undone. */
const UNDO_SECONDS = 30 * 86_400;

/** The version of an agent's taught answers, which each change increases; 0 if there never was one. */
export async function answersVersion(database: Database, agentId: string): Promise<number> {
  const row = await database
    .selectFrom('taught_answer_versions')
    .select('version')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** All answers of an agent that are not deleted, the latest first. */
export async function listAnswers(database: Database | Writer, agentId: string): Promise<TaughtAnswer[]> {
  const rows = await database
    .selectFrom('taught_answers')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(toAnswer);
}

/** All rows of an agent, also of answers that are deleted and can be restored. */
export async function allAnswers(database: Database | Writer, agentId: string): Promise<StoredAnswer[]> {
  return await database
    .selectFrom('taught_answers')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('number', 'desc')
    .execute();
}

/** @throws ProtocolError `conflict` if the agent has an answer to this question, or as many answers as it may have */
export async function createAnswer(
  database: Database,
  agentId: string,
  input: TaughtAnswerInput,
): Promise<TaughtAnswer> {
  return await changeAnswers(database, agentId, async writer => {
    const others = await listAnswers(writer, agentId);
    refuseMore(others);
    refuseRepeated(others, input.question);
    const time = now();
    const answer = { id: randomUUID(), ...input, uses: 0, createdAt: time, updatedAt: time };
    await writer
      .insertInto('taught_answers')
      .values({ ...columnsOf(answer), id: answer.id, agent_id: agentId, created_at: time, deleted_at: null })
      .execute();
    return answer;
  });
}

/** @throws ProtocolError `not_found`; `conflict` if another answer has this question */
export async function changeAnswer(
  database: Database,
  agentId: string,
  id: string,
  patch: Partial<TaughtAnswerInput>,
): Promise<TaughtAnswer> {
  return await changeAnswers(database, agentId, async writer => {
    const all = await listAnswers(writer, agentId);
    const stored = all.find(answer => answer.id === id);
    if (!stored) throw notFound();
    const answer = { ...stored, ...patch, updatedAt: now() };
    if (patch.question !== undefined)
      refuseRepeated(
        all.filter(other => other !== stored),
        patch.question,
      );
    await writer.updateTable('taught_answers').set(columnsOf(answer)).where('id', '=', id).execute();
    return answer;
  });
}

/** Deletes an answer; `restoreAnswer` can undo it for 30 days. @throws ProtocolError `not_found` */
export async function deleteAnswer(database: Database, agentId: string, id: string): Promise<void> {
  await changeAnswers(database, agentId, async writer => {
    const { numUpdatedRows } = await writer
      .updateTable('taught_answers')
      .set({ deleted_at: now() })
      .where('agent_id', '=', agentId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound();
  });
}

/**
 * Undoes a deletion. Does nothing to an answer that is not deleted.
 * @throws ProtocolError `not_found`; `conflict` as `createAnswer`
 */
export async function restoreAnswer(database: Database, agentId: string, id: string): Promise<TaughtAnswer> {
  return await changeAnswers(database, agentId, async writer => {
    const row = await writer
      .selectFrom('taught_answers')
      .selectAll()
      .where('agent_id', '=', agentId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound();
    if (row.deleted_at === null) return toAnswer(row);
    const others = await listAnswers(writer, agentId);
    refuseMore(others);
    refuseRepeated(others, row.question);
    const time = now();
    await writer
      .updateTable('taught_answers')
      .set({ deleted_at: null, updated_at: time })
      .where('id', '=', id)
      .execute();
    return { ...toAnswer(row), updatedAt: time };
  });
}

/** Counts that an answer was given. */
export async function countUse(database: Database, id: string): Promise<void> {
  await database
    .updateTable('taught_answers')
    .set(eb => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Runs the changes of one agent one after the other, and increases the version, so that every process reloads
 * the answers.
 */
export async function changeAnswers<T>(
  database: Database,
  agentId: string,
  task: (writer: Writer) => Promise<T>,
): Promise<T> {
  return await database.transaction().execute(async writer => {
    await writer
      .insertInto('taught_answer_versions')
      .values({ agent_id: agentId, version: 1 })
      .onConflict(conflict =>
        conflict.column('agent_id').doUpdateSet(eb => ({
          version: eb('taught_answer_versions.version', '+', 1),
        })),
      )
      .execute();
    await purgeAnswers(writer);
    return await task(writer);
  });
}

/** Removes answers that were deleted too long ago to be restored. */
export async function purgeAnswers(database: Database | Writer): Promise<void> {
  await database
    .deleteFrom('taught_answers')
    .where('deleted_at', '<', now() - UNDO_SECONDS)
    .execute();
}

function refuseMore(others: readonly TaughtAnswer[]): void {
  if (others.length >= ANSWERS_MAX) throw new ProtocolError('conflict', ANSWER_CONFLICTS.full);
}

function refuseRepeated(others: readonly TaughtAnswer[], question: string): void {
  const words = wordsOf(question).join(' ');
  if (words !== '' && others.some(other => wordsOf(other.question).join(' ') === words))
    throw new ProtocolError('conflict', ANSWER_CONFLICTS.repeated);
}

function columnsOf({ question, otherWays, answer, url, paused, updatedAt }: TaughtAnswer) {
  return {
    ...{ question, answer, url },
    other_ways: JSON.stringify(otherWays),
    paused: Number(paused),
    updated_at: updatedAt,
  };
}

export function toAnswer(row: StoredAnswer): TaughtAnswer {
  return {
    id: row.id,
    question: row.question,
    otherWays: JSON.parse(row.other_ways) as string[],
    answer: row.answer,
    url: row.url,
    paused: row.paused === 1,
    uses: row.uses,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function notFound(): ProtocolError {
  return new ProtocolError('not_found', 'answerId: no answer has this id');
}
