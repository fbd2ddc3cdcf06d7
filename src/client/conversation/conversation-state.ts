import type { ErrorCode } from '../../protocol/errors.ts';
import type { Part, ToolCallPart } from '../../protocol/message.ts';

/** Why a reply is incomplete: the visitor stopped it, its connection was lost for good, or the service failed. */
export type Incomplete = 'stopped' | 'interrupted' | 'failed';

/** A finished message. The running reply is a `Turn`, not a message. */
export interface ChatMessage {
  /** The service's id of a finished reply; otherwise generated here. */
  id: string;
  /** Never changes, so that a DOM node can be kept. Equals `Turn.replyKey`. */
  key: string;
  role: 'user' | 'assistant';
  parts: readonly Part[];
  /** Milliseconds since 1970. */
  createdAt: number;
  /** `stop`, `length`, `content_filter`, … on finished replies, docs/interface.md section 2.2. */
  finishReason?: string;
  incomplete?: Incomplete;
  /** True if this tab streamed the reply: tool calls in it run here and nowhere else. */
  here?: boolean;
  /** The visitor's rating of a reply. */
  feedback?: FeedbackValue;
  /** Ids of the tool calls that have run or are running. None of them runs again. */
  taken?: readonly string[];
  /** On a regenerated question: the tool calls of its earlier answers, with their results. */
  ran?: readonly ToolCallPart[];
  /** The other answers to the same question. On a question that is being asked again: its answers so far. */
  versions?: AnswerVersions;
}

/** The answers before and after the one in view, oldest first. */
export interface AnswerVersions {
  earlier: readonly ChatMessage[];
  later: readonly ChatMessage[];
}

export type FeedbackValue = 'up' | 'down';

/**
 * `sending`: asked, no text yet. `waiting`: no request until `waitUntil`, or the proxy itself waits. `streaming`: text
 * arrives. `interrupted`: the connection was lost and the reply is being resumed. `failed`: over, with `error`; `retry()`
 * goes on from here.
 */
export type TurnStatus = 'sending' | 'waiting' | 'streaming' | 'interrupted' | 'failed';

/**
 * `rate-limit`: too many questions. `busy`: the service is slow or failing. `offline`: this device has no network.
 * `bot-check`: the page has to show that the visitor is a person.
 */
export type WaitReason = 'rate-limit' | 'busy' | 'offline' | 'bot-check';

/** The codes of the proxy, and those only this side can know. */
export type TurnErrorCode = ErrorCode | 'offline' | 'timeout' | 'unreadable' | 'bot_check';

export interface TurnError {
  code: TurnErrorCode;
  /** For developers; visitors are told by `code`, in their own language. */
  message: string;
  /** Whole seconds until another try is worth it. */
  retryAfter?: number;
  /** `not_found` is about the agent, because no conversation was named. */
  unknownAgent?: true;
}

/** The running or failed last turn. */
export interface Turn {
  status: TurnStatus;
  idempotencyKey: string;
  /** What the visitor asked. */
  text: string;
  /** The `key` of the visitor's message. */
  userKey: string;
  /** The `key` the reply has while it runs and after. */
  replyKey: string;
  /** Grows by appending only, but starts anew if the service had to start the reply anew. */
  replyText: string;
  /** Milliseconds since 1970 by this device's clock; use `secondsLeft()` for a countdown. */
  waitUntil?: number;
  waitReason?: WaitReason;
  error?: TurnError;
  /** The SSE id of the last event taken in, to join the reply after it. */
  lastEventId?: string;
  /** Whether the service may have an answer to this key: then `retry()` joins it instead of asking again. */
  mayExist: boolean;
  startedAt: number;
}

export interface ConversationState {
  /** The service's id; undefined until the first reply. */
  conversationId: string | undefined;
  /** Finished and kept messages, oldest first. The running reply is not in here. */
  messages: readonly ChatMessage[];
  turn: Turn | undefined;
  /** Replies that finished since `markRead()` was called, in any tab. */
  unread: number;
}

export const EMPTY_STATE: ConversationState = Object.freeze({
  conversationId: undefined,
  messages: Object.freeze([]),
  turn: undefined,
  unread: 0,
});

/** Whether a reply is under way, so that a new message has to wait and Stop has something to stop. */
export function isRunning(state: ConversationState): boolean {
  return !!state.turn && state.turn.status !== 'failed';
}

/** Whole seconds until the turn goes on, never negative. 0 when it does not wait. */
export function secondsLeft(turn: Turn, now: number = Date.now()): number {
  return turn.waitUntil ? Math.max(0, Math.ceil((turn.waitUntil - now) / 1000)) : 0;
}
