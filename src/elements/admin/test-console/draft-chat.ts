import { ClientError } from '../../../client/transport/client-error.ts';
import { openEventStream } from '../../../client/transport/event-stream.ts';
import { proxyUrl } from '../../../client/transport/proxy-url.ts';
import type { SettingsPatch } from '../../../protocol/settings.ts';
import { parseStreamEvent, type StreamEvent } from '../../../protocol/stream-events.ts';
import type { AdminClient } from '../session/admin-client.ts';
import type { Draft } from '../session/draft.ts';
import { patchOf } from '../session/setting-changes.ts';

/** Settings that change the answers. */
const ANSWER_SETTINGS: readonly string[] = ['instructions', 'model', 'temp'];

export interface DraftQuestion {
  message: string;
  conversationId: string | undefined;
  settings: SettingsPatch;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
}

/** The valid unsaved changes that affect answers. @returns undefined if there are none */
export function draftPatch(draft: Draft): SettingsPatch | undefined {
  const changes = draft.changes.filter(
    ({ key }) => ANSWER_SETTINGS.includes(key) && !draft.faulty.includes(key),
  );
  return changes.length === 0 ? undefined : patchOf(changes);
}

/**
 * Streams a reply that follows unsaved settings. The settings go with the question and are not stored.
 * @throws ClientError `not_found` if the agent service has no draft chat
 */
export async function streamDraftReply(
  { endpoint, agentId, fetch }: AdminClient,
  { message, conversationId, settings, signal, onEvent }: DraftQuestion,
): Promise<void> {
  const whole = await openEventStream({
    url: proxyUrl(endpoint, 'v2', 'chatbots', agentId, 'draft-chat'),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message, conversationId, settings }),
    fetch,
    signal,
    firstByteTimeout: FIRST_BYTE_MS,
    idleTimeout: IDLE_MS,
    onHead: () => {},
    onEvent: data => {
      const event = parseStreamEvent(data);
      if (!event) return false;
      onEvent(event);
      return event.type !== 'token';
    },
  });
  if (whole) throw new ClientError('unreadable', 'expected an event stream');
}

/** The timeouts of the widget. */
const FIRST_BYTE_MS = 30_000;
const IDLE_MS = 25_000;
