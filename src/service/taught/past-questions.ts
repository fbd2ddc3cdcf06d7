import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { isEmptyReply, type ReplyOutcome } from '../../protocol/conversations.ts';
import { type Part, textOf } from '../../protocol/message.ts';
import {
  type AnswerCheck,
  type AnswerDraft,
  CHECK_EXAMPLES_MAX,
  type ChangedQuestion,
  GROUP_EXAMPLES_MAX,
  GROUPS_MAX,
  QUESTION_DAYS,
  type TaughtAnswer,
  type UnansweredGroup,
} from '../../protocol/taught-answers.ts';
import type { Turn } from '../answerers/answerer.ts';
import type { PassageStore } from '../knowledge/index/passage-store.ts';
import { TOTAL } from '../knowledge/index/passage-terms.ts';
import type { Agent } from '../storage/agents.ts';
import { now } from '../storage/clock.ts';
import type { Database } from '../storage/tables.ts';
import { listAnswers } from '../storage/taught-answers.ts';
import { AnswerIndex, answers, type Frequencies } from './answer-index.ts';
import { findIn, indexOf } from './taught-answers.ts';

const DAY_SECONDS = 86_400;
const CONVERSATIONS_PER_QUERY = 50;
/** Questions that a check compares at most, and that `unansweredGroups` groups at most. */
const COMPARED_MAX = 20_000;
const GROUPED_MAX = 2000;
/** Messages before a question that it may refer to. */
const EARLIER_MESSAGES = 10;

interface PastQuestion {
  text: string;
  conversationId: string;
  askedAt: number;
  /** The question and what was said before it. */
  turns: readonly Turn[];
  isUnanswered: boolean;
}

interface Stored {
  database: Database;
  passages: PassageStore;
  agent: Agent;
}

/**
 * Which questions of the last 90 days would be answered differently if `draft` were saved. Changes nothing.
 */
export async function checkAnswer(stored: Stored, draft: AnswerDraft): Promise<AnswerCheck> {
  const { database, agent } = stored;
  const all = await listAnswers(database, agent.id);
  const kept = all.find(({ id }) => id === draft.id);
  const changed: TaughtAnswer = { ...(kept ?? emptyAnswer(draft.question)), ...draft, paused: false };
  // In its place: of answers with the same wording, the latest is given.
  const changedAnswers = kept ? all.map(answer => (answer === kept ? changed : answer)) : [changed, ...all];
  const [before, after] = [indexOf(all), indexOf(changedAnswers)];
  const find = finderFor(stored);
  const result: AnswerCheck = { changed: [], count: 0, compared: 0, isComplete: true };
  for await (const { turns, isUnanswered, ...question } of pastQuestions(stored, false)) {
    if (result.compared === COMPARED_MAX) {
      result.isComplete = false;
      break;
    }
    result.compared++;
    const [then, soon] = [await find(before, turns), await find(after, turns)];
    if (then === soon || (then !== changed.id && soon !== changed.id)) continue;
    result.count++;
    const entry: ChangedQuestion = { ...question, wasUnanswered: isUnanswered, isLost: soon !== changed.id };
    if (result.changed.length < CHECK_EXAMPLES_MAX) result.changed.push(entry);
  }
  return result;
}

/** Questions of the last 90 days that got no answer and match no taught one today; similar ones grouped. */
export async function unansweredGroups(stored: Stored): Promise<UnansweredGroup[]> {
  const { database, agent } = stored;
  const taught = indexOf(await listAnswers(database, agent.id));
  const find = finderFor(stored);
  const asked = new AnswerIndex([]);
  const groups = new Map<string, UnansweredGroup>();
  let read = 0;
  for await (const { turns, isUnanswered, ...question } of pastQuestions(stored, true)) {
    if (!isUnanswered) continue;
    if (++read > GROUPED_MAX) break;
    if ((await find(taught, turns)) !== undefined) continue;
    const known = groups.get((await find(asked, turns)) ?? '');
    if (known) {
      known.count++;
      if (known.asked.length < GROUP_EXAMPLES_MAX) known.asked.push(question);
      continue;
    }
    const first = emptyAnswer(question.text);
    asked.add(first);
    groups.set(first.id, { question: question.text, count: 1, asked: [question] });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count).slice(0, GROUPS_MAX);
}

/** Returns a function that finds the id of the matching answer. Reads the frequency of each term once. */
function finderFor({ passages, agent }: Stored) {
  const counted = new Map<string, number>();
  const count = async (terms: readonly string[]): Promise<Frequencies> => {
    const missing = terms.filter(term => !counted.has(term));
    if (missing.length > 0) {
      for (const term of [TOTAL, ...missing]) counted.set(term, 0);
      for (const [term, passagesWith] of await passages.frequencies(agent.id, missing))
        counted.set(term, passagesWith);
    }
    return counted;
  };
  return async (index: AnswerIndex, turns: readonly Turn[]): Promise<string | undefined> => {
    const match = await findIn(index, turns, agent.settings.synonyms, count);
    return match && answers(match) ? match.answer.id : undefined;
  };
}

/** The questions of conversations that began in the last 90 days, the latest conversation first. */
async function* pastQuestions(
  { database, agent }: Stored,
  onlyUnanswered: boolean,
): AsyncGenerator<PastQuestion> {
  const since = now() - QUESTION_DAYS * DAY_SECONDS;
  for (let before: number | undefined; ; ) {
    const rows = await database
      .selectFrom('conversation_index')
      .select(['number', 'conversation_id'])
      .where('agent_id', '=', agent.id)
      .where('created_at', '>=', since)
      // A literal, so that SQLite uses the partial index.
      .$if(onlyUnanswered, select => select.where(sql<SqlBool>`unanswered = 1`))
      .$if(before !== undefined, select => select.where('number', '<', before!))
      .orderBy('number', 'desc')
      .limit(CONVERSATIONS_PER_QUERY)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(row => row.conversation_id);
    const messages = await database
      .selectFrom('messages')
      .select(['conversation_id', 'role', 'parts', 'finish_reason', 'outcome', 'created_at'])
      .where('conversation_id', 'in', ids)
      .orderBy('conversation_id')
      .orderBy('position')
      .execute();
    const messagesOf = Map.groupBy(messages, message => message.conversation_id);
    for (const id of ids) yield* questionsOf(id, messagesOf.get(id) ?? []);
    // SQLite answers without yielding to the event loop, and visitors must not wait for all of it.
    await setImmediate();
    before = rows.at(-1)!.number;
  }
}

interface PastMessage {
  role: Turn['role'];
  parts: string;
  finish_reason: string | null;
  outcome: ReplyOutcome | null;
  created_at: number;
}

function* questionsOf(conversationId: string, messages: readonly PastMessage[]): Generator<PastQuestion> {
  const parts = messages.map(message => JSON.parse(message.parts) as Part[]);
  const turns = messages.map(({ role }, i): Turn => ({ role, text: textOf(parts[i]!) }));
  for (const [i, { role, created_at }] of messages.entries()) {
    const reply = messages[i + 1];
    // The results of tools are sent with an empty message.
    if (role !== 'user' || reply?.role !== 'assistant' || turns[i]!.text.trim() === '') continue;
    yield {
      text: turns[i]!.text,
      conversationId,
      askedAt: created_at,
      turns: turns.slice(Math.max(0, i - EARLIER_MESSAGES), i + 1),
      isUnanswered: reply.outcome !== null || isEmptyReply(parts[i + 1]!, reply.finish_reason ?? 'stop'),
    };
  }
}

function emptyAnswer(question: string): TaughtAnswer {
  const counts = { uses: 0, createdAt: 0, updatedAt: 0 };
  return { id: randomUUID(), question, otherWays: [], answer: '', url: null, paused: false, ...counts };
}
