import { parseChatRequest, readClaims, refusalOfLargeBody } from '../../protocol/chat-request.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import {
  ANSWER_HEADER,
  APPLIED,
  CONVERSATION_VISITOR_HEADER,
  NO_ANSWER,
  VISITOR_LIMIT_HEADER,
} from '../../protocol/extension-headers.ts';
import { readJson } from '../../protocol/json-body.ts';
import type { AssistantMessage } from '../../protocol/message.ts';
import { mergeSettings, type Settings } from '../../protocol/settings.ts';
import { parseDraftSettings, SETTINGS_FIELDS_MAX } from '../../protocol/settings-patch.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';
import { errorType } from '../../tracing/spans.ts';
import { eventStream } from '../chat/event-stream.ts';
import { ReaderLeft, runReply } from '../chat/reply-run.ts';
import { hasConversation } from '../storage/conversations.ts';
import { reserve } from '../storage/credits.ts';

import type { Call, RouteContext } from './route.ts';
import { SETTINGS_BODY_MAX } from './settings.ts';

/** What differs between a chat with the saved settings and one with a draft of them. */
interface ChatMode {
  /** Bytes. */
  bodyMax: number;
  /** Fields of all objects in a body; undefined: as many as it can hold. */
  fieldsMax?: number;
  /** The settings that the reply uses. */
  settingsFor: (saved: Settings, body: unknown) => Settings;
}

/** Bytes of a body; 2000 characters take 24 kB if each is escaped. */
const CHAT_BODY_MAX = 64 * 1024;

/** A digest. Anything else is ignored. */
const VISITOR = /^[\w-]{1,128}$/;

const SAVED: ChatMode = { bodyMax: CHAT_BODY_MAX, settingsFor: saved => saved };
const DRAFT: ChatMode = {
  // Instructions alone may be as long as a whole patch.
  bodyMax: SETTINGS_BODY_MAX,
  fieldsMax: SETTINGS_FIELDS_MAX,
  settingsFor: (saved, body) => mergeSettings(saved, parseDraftSettings(body)),
};

/**
 * `POST /api/v2/agents/{agentId}/chat`, docs/interface.md section 4.1. Sets the rate limit headers before anything throws.
 */
export function handleChat(context: RouteContext, call: Call): Promise<Response> {
  return chat(context, call, SAVED);
}

/**
 * `POST /v2/chatbots/{chatbotId}/draft-chat`: docs/interface.md section 4.1 with another field, `settings`: a patch for this reply alone that
 * is not stored. An extension of this service, to try settings before they are saved. A key that opens this route may also
 * save settings.
 */
export function handleDraftChat(context: RouteContext, call: Call): Promise<Response> {
  return chat(context, call, DRAFT);
}

async function chat(
  context: RouteContext,
  { request, agentId, address, headers, trace, span }: Call,
  { bodyMax, fieldsMax, settingsFor }: ChatMode,
): Promise<Response> {
  const { database, admission, running, logger, metrics } = context;
  const started = performance.now();
  const key = await admission.authenticate(request.headers, address, headers);
  await admission.countRequest(key, headers);
  const found = await admission.authorize(key, agentId);
  span.set({ 'gen_ai.agent.id': found.id });
  const body = await readJson(request, bodyMax, refusalOfLargeBody, fieldsMax);
  const { conversationId } = readClaims(body);
  if (conversationId !== undefined && !(await hasConversation(database, found.id, conversationId))) {
    throw new ProtocolError('not_found', 'No conversation has this id.');
  }
  const chatRequest = parseChatRequest(body);
  const agent = { ...found, settings: settingsFor(found.settings, body) };
  if (request.headers.get(VISITOR_LIMIT_HEADER) !== APPLIED) await admission.limitVisitor(agent, address);

  const reply = running.begin(trace);
  const onLeave = (): void => reply.abort(new ReaderLeft());
  const release = span.hold();
  const onEnd = (error?: unknown): void => {
    request.signal.removeEventListener('abort', onLeave);
    reply.end(error);
    if (error instanceof ProtocolError ? error.status >= 500 : error) span.fail(errorType(error));
    release();
  };
  try {
    const charge = await reserve(
      database,
      { workspaceId: key.workspaceId, agentId: agent.id, plan: key.plan },
      context.reserve,
    );
    request.signal.addEventListener('abort', onLeave, { once: true });
    if (request.signal.aborted) onLeave();
    const events = runReply({
      database,
      replyDatabase: context.replyDatabase,
      index: context.index,
      answerer: context.answerer,
      agent,
      request: chatRequest,
      charge,
      visitor: VISITOR.exec(request.headers.get(CONVERSATION_VISITOR_HEADER) ?? '')?.[0],
      signal: reply.signal,
      trace,
      logger,
      onStored: () => metrics.credits(charge.credits),
      onNothingFound: () => headers.set(ANSWER_HEADER, NO_ANSWER),
    });
    const first = (await events.next()).value;
    if (!first) throw new Error('The reply has no events.');
    metrics.firstToken((performance.now() - started) / 1000);
    if (chatRequest.stream) {
      headers.set('Content-Type', 'text/event-stream');
      headers.set('Cache-Control', 'no-cache, no-transform');
      headers.set('X-Accel-Buffering', 'no');
      const stream = eventStream(first, events, { onLeave, onEnd });
      return new Response(stream, { headers });
    }
    const data = await lastMessage(first, events);
    onEnd();
    return Response.json({ data }, { headers });
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
  if (!event) throw new Error('The reply has no `done` event.');
  await rest.return();
  return event.data;
}
