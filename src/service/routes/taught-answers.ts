import { ProtocolError } from '../../protocol/errors.ts';
import { readJson } from '../../protocol/json-body.ts';
import {
  parseAnswerCheck,
  parseTaughtAnswer,
  parseTaughtAnswerPatch,
} from '../../protocol/taught-answer-input.ts';
import { ANSWER_BODY_MAX, isAnswerId } from '../../protocol/taught-answers.ts';
import type { Agent } from '../storage/agents.ts';
import {
  changeAnswer,
  createAnswer,
  deleteAnswer,
  listAnswers,
  restoreAnswer,
} from '../storage/taught-answers.ts';
import { checkAnswer, unansweredGroups } from '../taught/past-questions.ts';
import type { Call, RouteContext } from './route.ts';

/** `GET /v2/chatbots/{chatbotId}/answers`: all, the latest first. */
export async function handleListAnswers(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  return Response.json({ data: await listAnswers(context.database, agent.id) }, { headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/answers`. In force for the next question. */
export async function handleCreateAnswer(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const input = parseTaughtAnswer(await readJson(call.request, ANSWER_BODY_MAX));
  const data = await createAnswer(context.database, agent.id, input);
  return Response.json({ data }, { status: 201, headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/answers/{answerId}`: changes the given fields, such as `paused`. */
export async function handleChangeAnswer(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const patch = parseTaughtAnswerPatch(await readJson(call.request, ANSWER_BODY_MAX));
  const data = await changeAnswer(context.database, agent.id, readId(call), patch);
  return Response.json({ data }, { headers: call.headers });
}

/** `DELETE /v2/chatbots/{chatbotId}/answers/{answerId}`. Can be undone for 30 days. */
export async function handleDeleteAnswer(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  await deleteAnswer(context.database, agent.id, readId(call));
  return Response.json({ data: { deleted: 1 } }, { headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/answers/{answerId}/restore`: undoes a deletion. */
export async function handleRestoreAnswer(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const data = await restoreAnswer(context.database, agent.id, readId(call));
  return Response.json({ data }, { headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/answers/check`: what an answer would change. Stores nothing. */
export async function handleCheckAnswer(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const draft = parseAnswerCheck(await readJson(call.request, ANSWER_BODY_MAX));
  const { database, passages } = context;
  const data = await checkAnswer({ database, passages, agent }, draft);
  return Response.json({ data }, { headers: call.headers });
}

/** `GET /v2/chatbots/{chatbotId}/answers/unanswered`: questions without an answer, alike ones together. */
export async function handleListUnanswered(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const { database, passages } = context;
  const data = await unansweredGroups({ database, passages, agent });
  return Response.json({ data }, { headers: call.headers });
}

async function agentOf({ admission }: RouteContext, { request, agentId, address }: Call): Promise<Agent> {
  return await admission.authorize(await admission.authenticate(request.headers, address), agentId);
}

/** @throws ProtocolError `not_found` */
function readId({ answerId }: Call): string {
  const id = answerId.toLowerCase();
  if (!isAnswerId(id)) throw new ProtocolError('not_found', 'answerId: no answer has this id');
  return id;
}
