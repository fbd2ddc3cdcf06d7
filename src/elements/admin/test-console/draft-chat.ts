import { ClientError } from '../../../client/transport/client-error.ts';
import { openEventStream } from '../../../client/transport/event-stream.ts';
import { proxyUrl } from '../../../client/transport/proxy-url.ts';
import type { SettingsPatch } from '../../../protocol/settings.ts';
import { parseStreamEvent, type StreamEvent } from '../../../protocol/stream-events.ts';
import type { AdminClient } from '../admin-client.ts';
import type { Draft } from '../draft.ts';
import { patchOf } from '../setting-changes.ts';

/** Settings that change what the agent answers, rather than how it looks. */
const ANSWERING: readonly string[] = ['instructions', 'model', 'temp'];

export interface DraftQuestion {
  message: string;
  conversationId: string | undefined;
  settings: SettingsPatch;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
}

/** What of the unsaved changes an answer would follow; undefined when nothing is, or when some of it is wrong. */
export function draftPatch(draft: Draft): SettingsPatch | undefined {
  const changes = draft.changes.filter(({ key }) => ANSWERING.includes(key) && !draft.faulty.includes(key));
  return changes.length === 0 ? undefined : patchOf(changes);
}

/**
 * Asks the agent as it would be with these settings. They are sent with the question and stored nowhere.
 * @throws ClientError `not_found` where the agent service knows no such chat
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
  if (whole) throw new ClientError('unreadable', 'the answer is no event stream');
}

/** As patient as a visitor's window. */
const FIRST_BYTE_MS = 30_000;
const IDLE_MS = 25_000;
