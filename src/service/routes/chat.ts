import { parseChatRequest, readClaims } from '../../protocol/chat-request.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { ANSWER_HEADER, APPLIED, NO_ANSWER, VISITOR_LIMIT_HEADER } from '../../protocol/extension-headers.ts';
import type { AssistantMessage } from '../../protocol/message.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';
import { eventStream } from '../chat/event-stream.ts';
import { ReaderLeft, runReply } from '../chat/reply-run.ts';
import { hasConversation } from '../storage/conversations.ts';
import { reserve } from '../storage/credits.ts';
import { CHAT_BODY_MAX, readJson } from './json-body.ts';
import type { Call, RouteContext } from './route.ts';

/** What differs between a chat with the agent as it is and one with the agent as it might be. */
export interface ChatWay {
  /** Bytes. */
  bodyMax: number;
  /** What the reply follows, of the agent's own settings and the request's body. */
  settingsFor: (saved: Settings, body: unknown) => Settings;
}

const AS_SAVED: ChatWay = { bodyMax: CHAT_BODY_MAX, settingsFor: saved => saved };

/**
 * `POST /api/v2/agents/{agentId}/chat`, section 4.1. Writes the rate limit headers to `answer` before anything throws.
 */
export async function answerChat(
  { database, admission, answerer, running }: RouteContext,
  { request, agentId, address, answer }: Call,
  way: ChatWay = AS_SAVED,
): Promise<Response> {
  const key = await admission.authenticate(request.headers, address, answer);
  await admission.countRequest(key, answer);
  const found = await admission.authorize(key, agentId);
  const asked = await readJson(request, way.bodyMax);
  const { conversationId } = readClaims(asked);
  if (conversationId !== undefined && !(await hasConversation(database, found.id, conversationId))) {
    throw new ProtocolError('not_found', 'There is no conversation of this id.');
  }
  const body = parseChatRequest(asked);
  const agent = { ...found, settings: way.settingsFor(found.settings, asked) };
  if (request.headers.get(VISITOR_LIMIT_HEADER) !== APPLIED) await admission.limitVisitor(agent, address);

  const reply = running.begin();
  const onGone = (): void => reply.abort(new ReaderLeft());
  const onEnd = (error?: unknown): void => {
    request.signal.removeEventListener('abort', onGone);
    reply.end(error);
  };
  try {
    const charge = await reserve(database, {
      workspaceId: key.workspaceId,
      agentId: agent.id,
      plan: key.plan,
    });
    request.signal.addEventListener('abort', onGone, { once: true });
    if (request.signal.aborted) onGone();
    const events = runReply({
      database,
      answerer,
      agent,
      request: body,
      charge,
      signal: reply.signal,
      onNothingFound: () => answer.set(ANSWER_HEADER, NO_ANSWER),
    });
    const first = (await events.next()).value;
    if (!first) throw new Error('A reply ended without an event.');
    if (body.stream) {
      answer.set('Content-Type', 'text/event-stream');
      answer.set('Cache-Control', 'no-cache, no-transform');
      answer.set('X-Accel-Buffering', 'no');
      const stream = eventStream(first, events, { onLeave: onGone, onEnd });
      return new Response(stream, { headers: answer });
    }
    const data = await lastMessage(first, events);
    onEnd();
    return Response.json({ data }, { headers: answer });
  } catch (error) {
    onEnd(error);
    throw error;
  }
}

async function lastMessage(
  first: StreamEvent,
  rest: AsyncGenerator<StreamEvent, void>,
): Promise<AssistantMessage> {
  let event: StreamEvent | undefined = first;
  while (event && event.type !== 'done') event = (await rest.next()).value ?? undefined;
  if (!event) throw new Error('A reply ended without its message.');
  await rest.return();
  return event.data;
}
