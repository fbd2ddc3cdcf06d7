import { ClientError } from '../../../client/transport/client-error.ts';
import { isTree } from '../../../protocol/settings.ts';
import type {
  AnswerCheck,
  AnswerDraft,
  TaughtAnswer,
  TaughtAnswerInput,
  UnansweredGroup,
} from '../../../protocol/taught-answers.ts';
import type { AdminClient } from '../session/admin-client.ts';

/** The latest first. @throws ClientError */
export async function listAnswers(client: AdminClient): Promise<TaughtAnswer[]> {
  return listOf(await client.answers('GET', []));
}

/** Questions without an answer, the most frequent first. @throws ClientError */
export async function listUnanswered(client: AdminClient): Promise<UnansweredGroup[]> {
  return listOf(await client.answers('GET', ['unanswered']));
}

/** @param id of the answer to change; undefined to create one @throws ClientError */
export async function saveAnswer(
  client: AdminClient,
  id: string | undefined,
  fields: Partial<TaughtAnswerInput>,
): Promise<TaughtAnswer> {
  return answerOf(await client.answers('POST', id === undefined ? [] : [id], fields));
}

/** @throws ClientError */
export async function deleteAnswer(client: AdminClient, id: string): Promise<void> {
  await client.answers('DELETE', [id]);
}

/** Undoes a deletion. @throws ClientError */
export async function restoreAnswer(client: AdminClient, id: string): Promise<TaughtAnswer> {
  return answerOf(await client.answers('POST', [id, 'restore']));
}

/** What an answer would change. Stores nothing. @throws ClientError */
export async function checkAnswer(client: AdminClient, draft: AnswerDraft): Promise<AnswerCheck> {
  const data = await client.answers('POST', ['check'], draft);
  if (!isTree(data) || !Array.isArray(data.changed)) throw unreadable();
  return data as unknown as AnswerCheck;
}

function listOf<T>(data: unknown): T[] {
  if (!Array.isArray(data)) throw unreadable();
  return data as T[];
}

function answerOf(data: unknown): TaughtAnswer {
  if (!isTree(data) || typeof data.id !== 'string') throw unreadable();
  return data as unknown as TaughtAnswer;
}

function unreadable(): ClientError {
  return new ClientError('unreadable', 'expected taught answers');
}
