import { stringify } from '../../protocol/json.ts';
import type { Part } from '../../protocol/message.ts';
import { areParts, isTextPart, isToolCallPart } from '../../protocol/message.ts';
import type {
  AnswerVersions,
  ChatMessage,
  ConversationState,
  Turn,
} from '../conversation/conversation-state.ts';

/** Increment when the stored form changes. Older data is ignored. */
const VERSION = 1;
/** Limits of one conversation. The oldest messages are dropped first. */
const MESSAGES_MAX = 200;
const CHARACTERS_MAX = 400_000;

/** The output of a tool call that was running when the page went. */
const INTERRUPTED = 'interrupted';

/**
 * Milliseconds after the last token within which a reply is resumed automatically. The proxy keeps a finished one for two
 * minutes; after that, resuming might ask again, which is the visitor's decision.
 */
const RESUME_WITHIN = 110_000;

/** Serialises a value with its version. */
export function pack(value: object): string {
  return stringify({ v: VERSION, ...value });
}

/** Reads what `pack` wrote. Undefined for anything else: missing, foreign, corrupt, another version. */
export function unpack(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value = Object(JSON.parse(text!)) as Record<string, unknown>;
    return value.v === VERSION ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Serialises a state without its turn, which is stored separately because it changes with every token. */
export function packState(state: ConversationState): string {
  return pack({ ...keptState(state), turn: undefined });
}

/** The part of a state that is stored: of a very long conversation its end. */
export function keptState(state: ConversationState): ConversationState {
  return { ...state, messages: latest(state.messages).map(({ here: _, ...message }) => message) };
}

function latest(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  let size = 0;
  let first = messages.length;
  while (first > 0 && messages.length - first < MESSAGES_MAX) {
    const { parts, versions, ran } = messages[first - 1]!;
    if (versions || ran) size += JSON.stringify([versions, ran]).length;
    for (const part of parts) size += isTextPart(part) ? part.text.length : JSON.stringify(part).length;
    if (size > CHARACTERS_MAX && messages.length - first >= 2) break;
    first--;
  }
  return messages.slice(first);
}

/** Reads a stored state and skips invalid messages. A running reply becomes `interrupted`. */
export function unpackState(
  state: string | undefined,
  turn: string | undefined,
): ConversationState | undefined {
  const stored = unpack(state);
  if (!stored || !Array.isArray(stored.messages)) return undefined;
  const messages = stored.messages.filter(isChatMessage).map(withoutRunningTools);
  const { turn: running, at } = unpack(turn) ?? {};
  return {
    conversationId: typeof stored.conversationId === 'string' ? stored.conversationId : undefined,
    messages,
    turn: isTurn(running) && belongs(running, messages) ? resumedTurn(running, Number(at)) : undefined,
    unread: Math.max(0, ~~(stored.unread as number)),
  };
}

/** Marks a tool call that was running when the page went as failed; it does not run again. */
function withoutRunningTools(message: ChatMessage): ChatMessage {
  const { parts, taken } = message;
  const cut = (part: Part): Part =>
    isToolCallPart(part) && part.state === 'running' && taken?.includes(part.id)
      ? { ...part, state: 'failed', output: INTERRUPTED }
      : part;
  return { ...message, parts: parts.map(cut) };
}

/** False if the page went between the two writes that finish a reply: it is in the messages already. */
function belongs(turn: Turn, messages: readonly ChatMessage[]): boolean {
  return messages.at(-1)?.key === turn.userKey;
}

function resumedTurn(turn: Turn, writtenAt: number): Turn {
  if (turn.status === 'failed') return turn;
  const { waitUntil: _until, waitReason: _reason, ...rest } = turn;
  if (Math.abs(Date.now() - writtenAt) < RESUME_WITHIN) return { ...rest, status: 'interrupted' };
  const error = { code: 'stream_interrupted', message: 'away too long' } as const;
  return { ...rest, status: 'failed', error };
}

/** Whether a value is a valid time in milliseconds since 1970. */
export function isTime(value: unknown): boolean {
  return +new Date(value as number) === value;
}

export function isRole(value: unknown): boolean {
  return value === 'user' || value === 'assistant';
}

function isChatMessage(value: unknown): value is ChatMessage {
  const message = Object(value) as Partial<ChatMessage>;
  return (
    typeof message.id === 'string' &&
    typeof message.key === 'string' &&
    isRole(message.role) &&
    isTime(message.createdAt) &&
    areParts(message.parts) &&
    Array.isArray(message.taken ?? []) &&
    areParts(message.ran ?? []) &&
    areVersions(message.versions ?? { earlier: [], later: [] })
  );
}

function areVersions(value: unknown): boolean {
  const { earlier, later } = Object(value) as Partial<AnswerVersions>;
  return [earlier, later].every(answers => Array.isArray(answers) && answers.every(isChatMessage));
}

function isTurn(value: unknown): value is Turn {
  const turn = Object(value) as Record<string, unknown>;
  return (
    ['status', 'idempotencyKey', 'text', 'userKey', 'replyKey', 'replyText'].every(
      field => typeof turn[field] === 'string',
    ) &&
    isTime(turn.startedAt) &&
    typeof (turn.lastEventId ?? '') === 'string' &&
    (turn.status !== 'failed' || typeof Object(turn.error).code === 'string')
  );
}
