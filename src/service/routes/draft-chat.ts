import { mergeSettings } from '../../protocol/settings.ts';
import { parseDraftSettings } from '../../protocol/settings-patch.ts';
import { answerChat, type ChatWay } from './chat.ts';
import { SETTINGS_BODY_MAX } from './json-body.ts';
import type { Call, RouteContext } from './route.ts';

/**
 * `POST /v2/chatbots/{chatbotId}/draft-chat`: section 4.1 with one field more, `settings`, a patch that this one reply
 * follows and nobody stores. An extension of this service, for trying out instructions before they are saved; whoever
 * holds the key could save them as well.
 */
export function answerDraftChat(context: RouteContext, call: Call): Promise<Response> {
  return answerChat(context, call, AS_DRAFTED);
}

const AS_DRAFTED: ChatWay = {
  // Instructions alone may be as long as a whole patch.
  bodyMax: SETTINGS_BODY_MAX,
  settingsFor: (saved, body) => mergeSettings(saved, parseDraftSettings(body)),
};
