import { readJson } from '../../protocol/json-body.ts';
import {
  parseSettingsPatch,
  readSettingsUpdate,
  SETTINGS_FIELDS_MAX,
} from '../../protocol/settings-patch.ts';
import { patchSettings } from '../storage/agents.ts';
import type { Call, RouteContext } from './route.ts';

/** Bytes of a body. */
export const SETTINGS_BODY_MAX = 1024 * 1024;

/** `POST /v2/chatbots/settings`, docs/interface.md section 4.4. Applies from the next request on. */
export async function handlePatchSettings(
  { database, admission }: RouteContext,
  { request, address, headers }: Call,
): Promise<Response> {
  const key = await admission.authenticate(request.headers, address);
  const body = await readJson(request, SETTINGS_BODY_MAX, undefined, SETTINGS_FIELDS_MAX);
  const { chatbotId, fields } = readSettingsUpdate(body);
  const agent = await admission.authorize(key, chatbotId);
  await patchSettings(database, agent.id, parseSettingsPatch(fields));
  return Response.json({ message: 'The settings are stored.' }, { status: 202, headers });
}
