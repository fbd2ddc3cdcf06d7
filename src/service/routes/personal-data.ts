import { readJson } from '../../protocol/json-body.ts';
import { PERSON_BODY_MAX, type Person, parsePersonBody } from '../../protocol/personal-data.ts';
import type { Agent } from '../storage/agents.ts';
import { findPerson, forgetPerson } from '../storage/personal-data.ts';
import type { Call, RouteContext } from './route.ts';

/** `POST /v2/chatbots/{chatbotId}/personal-data/find`: what is stored about a person. A body, so that no log has their name. */
export async function handleFindPerson(context: RouteContext, call: Call): Promise<Response> {
  const { agent, person } = await personOf(context, call);
  const data = await findPerson(context.database, agent.id, person);
  return Response.json({ data }, { headers: call.headers });
}

/** `POST /v2/chatbots/{chatbotId}/personal-data/delete`: all that is stored about a person, or nothing. */
export async function handleForgetPerson(context: RouteContext, call: Call): Promise<Response> {
  const { agent, person } = await personOf(context, call);
  const data = await forgetPerson(context.database, context.index, agent.id, person);
  return Response.json({ data }, { headers: call.headers });
}

async function personOf(
  { admission }: RouteContext,
  { request, agentId, address }: Call,
): Promise<{ agent: Agent; person: Person }> {
  const key = await admission.authenticate(request.headers, address);
  const agent = await admission.authorize(key, agentId);
  return { agent, person: parsePersonBody(await readJson(request, PERSON_BODY_MAX)) };
}
