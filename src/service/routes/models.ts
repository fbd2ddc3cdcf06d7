import type { Call, RouteContext } from './route.ts';

/** `GET /v2/chatbots/{chatbotId}/models`: whether the model answers, and the models that its endpoint offers. */
export async function handleListModels(
  { admission, reportModels }: RouteContext,
  { request, agentId, address, headers }: Call,
): Promise<Response> {
  await admission.authorize(await admission.authenticate(request.headers, address), agentId);
  return Response.json({ data: await reportModels() }, { headers });
}
