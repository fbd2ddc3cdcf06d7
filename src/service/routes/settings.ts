import { parseSettingsPatch, readSettingsUpdate } from '../../protocol/settings-patch.ts';
import { patchSettings } from '../storage/agents.ts';
import { readJson, SETTINGS_BODY_MAX } from './json-body.ts';
import type { Call, RouteContext } from './route.ts';

/** `POST /v2/chatbots/settings`, section 4.4. Applies from the next request on. */
export async function handlePatchSettings(
  { database, admission }: RouteContext,
  { request, address, headers }: Call,
): Promise<Response> {
  const key = await admission.authenticate(request.headers, address);
  const body = await readJson(request, SETTINGS_BODY_MAX);
  const { chatbotId, fields } = readSettingsUpdate(body);
  const agent = await admission.authorize(key, chatbotId);
  await patchSettings(database, agent.id, parseSettingsPatch(fields));
  return Response.json({ message: 'The settings are stored.' }, { status: 202, headers });
}
