import { type Context, Hono } from 'hono';
import { ProtocolError } from '../../protocol/errors.ts';
import { readJson } from '../../protocol/json-body.ts';
import { isTree } from '../../protocol/settings.ts';
import {
  parseAnswerCheck,
  parseTaughtAnswer,
  parseTaughtAnswerPatch,
} from '../../protocol/taught-answer-input.ts';
import { ANSWER_BODY_MAX, ANSWER_CONFLICTS, isAnswerId } from '../../protocol/taught-answers.ts';
import { readLimited } from '../http/body.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { askService, dataOf, type ExtensionRoutesOptions, ownedAgent } from '../upstream/ask-service.ts';
import { refusal } from '../upstream/refusals.ts';
import type { AnswerRequest, UpstreamAnswer } from '../upstream/upstream.ts';

const REFUSAL_BYTES_MAX = 64 * 1024;

const ANSWERS = '/v2/chatbots/:chatbotId/answers';

/**
 * Answers that the owner has written: an extension of our own service. Bodies are validated here, because a refusal of the
 * service is not passed on.
 */
export function answerRoutes(options: ExtensionRoutesOptions): Hono<ProxyEnv> {
  const app = new Hono<ProxyEnv>();

  const forward = async (
    c: Context<ProxyEnv>,
    agentId: string,
    request: AnswerRequest,
    isExpected: (data: unknown) => boolean = isTree,
    status: 200 | 201 = 200,
  ): Promise<Response> => {
    const body = await askService(c, options, async (service, signal) => {
      const response = await service.answers(agentId, request, signal);
      if (response.status === 409) throw await conflictIn(response);
      return response;
    });
    return c.json({ data: dataOf(body, isExpected) }, status);
  };

  /** For the owner: all taught answers, the latest first. 404 if the service does not support them. */
  app.get(ANSWERS, async c => {
    const agentId = await ownedAgent(c, options);
    return await forward(c, agentId, { method: 'GET', path: [] }, Array.isArray);
  });

  /** For the owner: teaches an answer: `question`, `otherWays`, `answer`, `url`, `paused`. In force for the next question. */
  app.post(ANSWERS, async c => {
    const agentId = await ownedAgent(c, options);
    const body = parseTaughtAnswer(await readJson(c.req.raw, ANSWER_BODY_MAX));
    return await forward(c, agentId, { method: 'POST', path: [], body }, isTree, 201);
  });

  /** For the owner: questions of the last 90 days that got no answer, similar ones grouped. */
  app.get(`${ANSWERS}/unanswered`, async c => {
    const agentId = await ownedAgent(c, options);
    return await forward(c, agentId, { method: 'GET', path: ['unanswered'] }, Array.isArray);
  });

  /** For the owner: which questions of the last 90 days an answer would change; stores nothing. */
  app.post(`${ANSWERS}/check`, async c => {
    const agentId = await ownedAgent(c, options);
    const body = parseAnswerCheck(await readJson(c.req.raw, ANSWER_BODY_MAX));
    return await forward(c, agentId, { method: 'POST', path: ['check'], body });
  });

  /** For the owner: changes the given fields of an answer, such as `paused`. */
  app.post(`${ANSWERS}/:answerId`, async c => {
    const agentId = await ownedAgent(c, options);
    const id = readId(c);
    const body = parseTaughtAnswerPatch(await readJson(c.req.raw, ANSWER_BODY_MAX));
    return await forward(c, agentId, { method: 'POST', path: [id], body });
  });

  /** For the owner: deletes an answer; `restore` undoes it for 30 days. */
  app.delete(`${ANSWERS}/:answerId`, async c => {
    const agentId = await ownedAgent(c, options);
    return await forward(c, agentId, { method: 'DELETE', path: [readId(c)] });
  });

  /** For the owner: undoes the deletion of an answer. */
  app.post(`${ANSWERS}/:answerId/restore`, async c => {
    const agentId = await ownedAgent(c, options);
    return await forward(c, agentId, { method: 'POST', path: [readId(c), 'restore'] });
  });

  return app;
}

/** @throws ProtocolError `not_found` */
function readId(c: Context<ProxyEnv>): string {
  const id = c.req.param('answerId')!.toLowerCase();
  if (!isAnswerId(id)) throw new ProtocolError('not_found', 'answerId: no answer has this id');
  return id;
}

/** The reason of a conflict, if it is one of `ANSWER_CONFLICTS`; no other text of the service is passed on */
async function conflictIn({ body }: UpstreamAnswer): Promise<ProtocolError> {
  const bytes = await readLimited(body, REFUSAL_BYTES_MAX).catch(() => new Uint8Array());
  const text = new TextDecoder().decode(bytes);
  const reason = Object.values(ANSWER_CONFLICTS).find(known => text.includes(JSON.stringify(known)));
  return reason === undefined ? refusal(409) : new ProtocolError('conflict', reason);
}
