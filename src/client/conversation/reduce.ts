import type { AssistantMessage, ToolCallPart, ToolCallState } from '../../protocol/message.ts';
import { isToolCallPart } from '../../protocol/message.ts';
import type {
  ChatMessage,
  ConversationState,
  FeedbackValue,
  Incomplete,
  Turn,
  TurnError,
  WaitReason,
} from './conversation-state.ts';
import { isRunning } from './conversation-state.ts';
import { askedText, isQuestion, isToolRound } from './tool-results.ts';

/** The most answers to one question that are kept. */
const VERSIONS_MAX = 10;

/** Everything that can happen to a conversation. Plain data, so that it can be broadcast to other tabs. */
export type Action =
  | {
      type: 'send';
      text: string;
      /** Results of the page's tools, sent with the text. */
      results?: readonly ToolCallPart[];
      userKey: string;
      replyKey: string;
      idempotencyKey: string;
      at: number;
    }
  | {
      type: 'again';
      idempotencyKey: string;
      replyKey: string;
      at: number;
      fresh: boolean;
      /** Becomes `ChatMessage.ran` of the question. */
      ran?: readonly ToolCallPart[] | undefined;
    }
  | { type: 'try' }
  | { type: 'open' }
  | { type: 'token'; content: string; eventId?: string | undefined }
  | { type: 'wait'; reason: WaitReason; until?: number | undefined }
  | { type: 'lost' }
  | { type: 'restart' }
  | { type: 'done'; message: AssistantMessage; at: number; here?: boolean; read?: boolean }
  | { type: 'fail'; error: TurnError; mayExist: boolean }
  /** `quiet`: not broadcast to other tabs. */
  | { type: 'stop'; at: number; quiet?: boolean | undefined }
  | { type: 'rewind'; key: string }
  | { type: 'feedback'; key: string; value: FeedbackValue | undefined }
  /** Shows the answer before (-1) or after (1) the one with this key to the same question. */
  | { type: 'version'; key: string; by: -1 | 1 }
  | { type: 'tool'; messageKey: string; callId: string; state: ToolCallState; output: unknown }
  | { type: 'read' }
  /** `forgotten`: the visitor has logged out. */
  | { type: 'replace'; state: ConversationState; forgotten?: boolean };

/** Returns the next state of a conversation. Pure: changes neither argument. */
export function reduce(state: ConversationState, action: Action): ConversationState {
  switch (action.type) {
    case 'send':
      return send(state, action);
    case 'again':
      return again(state, action);
    case 'rewind':
      return rewind(state, action.key);
    case 'feedback':
      return withMessage(state, action.key, message => withFeedback(message, action.value));
    case 'version':
      return withMessage(state, action.key, message => otherVersion(message, action.by));
    case 'tool':
      return withMessage(state, action.messageKey, message => withTool(message, action));
    // Also for a turn that has just failed: in the tab where Stop was pressed, it had not failed yet.
    case 'stop':
      return settle(state, 'stopped', action.at);
    case 'read':
      return state.unread ? { ...state, unread: 0 } : state;
    case 'replace':
      return action.state;
    default:
      return isRunning(state) ? duringTurn(state, state.turn!, action) : state;
  }
}

const TURN_ACTIONS = ['try', 'open', 'token', 'wait', 'lost', 'restart', 'done', 'fail', 'stop'] as const;

type TurnAction = Extract<Action, { type: (typeof TURN_ACTIONS)[number] }>;

/** Whether an action applies to one running turn and to no other. */
export function isTurnAction(action: Action): action is TurnAction {
  return (TURN_ACTIONS as readonly string[]).includes(action.type);
}

function duringTurn(state: ConversationState, turn: Turn, action: TurnAction): ConversationState {
  const now = (change: Partial<Turn>): ConversationState => withTurn(state, turn, change);
  const { replyText } = turn;
  switch (action.type) {
    case 'try': {
      const status = replyText ? 'interrupted' : 'sending';
      return turn.status === status ? state : now({ status });
    }
    case 'open':
      return now({ status: replyText ? 'streaming' : 'sending', mayExist: true });
    case 'token':
      return now({
        status: 'streaming',
        mayExist: true,
        replyText: replyText + action.content,
        ...(action.eventId && { lastEventId: action.eventId }),
      });
    case 'wait':
      return now({
        status: 'waiting',
        waitReason: action.reason,
        ...(action.until && { waitUntil: action.until }),
      });
    case 'lost':
      return now({ status: 'interrupted' });
    case 'restart': {
      const { lastEventId: _, ...rest } = turn;
      return withTurn(state, rest, { replyText: '' });
    }
    case 'done':
      return done(state, turn, action);
    case 'fail': {
      const { error, mayExist } = action;
      const isMissing = error.code === 'not_found';
      if (isMissing && state.conversationId === undefined) {
        return now({ status: 'failed', error: { ...error, unknownAgent: true }, mayExist });
      }
      const failed = now({ status: 'failed', error, mayExist });
      // The service does not know the conversation: the next attempt starts a new one.
      return isMissing ? { ...failed, conversationId: undefined } : failed;
    }
    default:
      // An action of a newer version in another tab.
      return state;
  }
}

/** Changes a turn and clears the fields of its previous status. */
function withTurn(state: ConversationState, turn: Turn, change: Partial<Turn>): ConversationState {
  const { waitUntil: _until, waitReason: _reason, error: _error, ...calm } = turn;
  return { ...state, turn: { ...calm, ...change } };
}

function withMessage(
  state: ConversationState,
  key: string,
  change: (message: ChatMessage) => ChatMessage,
): ConversationState {
  return { ...state, messages: state.messages.map(m => (m.key === key ? change(m) : m)) };
}

function send(before: ConversationState, action: Extract<Action, { type: 'send' }>): ConversationState {
  // The results of a reply's calls, sent by two tabs at once.
  if (before.turn?.userKey === action.userKey) return before;
  const state = settle(before, 'failed', action.at);
  const asked: ChatMessage = {
    id: action.userKey,
    key: action.userKey,
    role: 'user',
    parts: [...(action.text === '' ? [] : [{ type: 'text', text: action.text }]), ...(action.results ?? [])],
    createdAt: action.at,
  };
  const messages = [...state.messages];
  const last = messages.at(-1);
  if (last?.versions && isToolRound(asked)) {
    // The earlier answers are versions of the answer that the round leads to, not of the reply that calls tools.
    const { versions, ...calling } = last;
    messages[messages.length - 1] = calling;
    asked.versions = { earlier: [...versions.earlier, ...versions.later], later: [] };
  }
  return {
    ...state,
    messages: [...messages, asked],
    turn: newTurn(askedText(asked.parts), asked.key, action),
  };
}

/**
 * Resumes a failed turn or starts it over. Without a turn, asks the last question again; its previous answers are kept as
 * versions.
 */
function again(state: ConversationState, action: Extract<Action, { type: 'again' }>): ConversationState {
  const { turn } = state;
  if (isRunning(state)) return state;
  if (turn && !action.fresh) return withTurn(state, turn, { status: 'sending' });
  // Results of tools are sent again only if they did not arrive: no agent waits for them a second time, and a new
  // conversation would treat them as the visitor's words.
  const isPending = turn && state.conversationId;
  const at = state.messages.findLastIndex(m => (isPending ? m.role === 'user' : isQuestion(m)));
  const asked = state.messages[at];
  if (!asked) return state;
  const text = askedText(asked.parts);
  const answers = state.messages.slice(at + 1).filter(isAnswer);
  const earlier = answers.flatMap(versionsOf).slice(1 - VERSIONS_MAX);
  const question = {
    ...asked,
    ...(action.ran && { ran: action.ran }),
    ...(earlier.length > 0 && { versions: { earlier, later: [] } }),
  };
  return {
    ...state,
    messages: [...state.messages.slice(0, at), question],
    turn: newTurn(text, asked.key, action),
  };
}

/** Whether a message is the end of an answer, and not a step of it that called the page's tools. */
function isAnswer({ role, parts }: ChatMessage, index: number, all: readonly ChatMessage[]): boolean {
  const next = all[index + 1];
  return role === 'assistant' && parts.length > 0 && !(next && isToolRound(next));
}

function done(
  state: ConversationState,
  turn: Turn,
  { message, at, here, read }: Extract<Action, { type: 'done' }>,
): ConversationState {
  const { parts } = message;
  // Keeps the streamed text if the final message has none.
  const hasContent = parts.some(part => part.type !== 'text' || part.text) || !turn.replyText;
  const reply: ChatMessage = {
    id: message.id,
    key: turn.replyKey,
    role: 'assistant',
    parts: hasContent ? parts : [{ type: 'text', text: turn.replyText }],
    createdAt: at,
    finishReason: message.metadata.finishReason ?? 'stop',
    ...(here && { here }),
  };
  return {
    conversationId: message.metadata.conversationId,
    messages: withAnswer(state, reply),
    turn: undefined,
    unread: read ? 0 : unreadAfterReply(state),
  };
}

/** An answer counts once, however many times it calls the page's tools. */
function unreadAfterReply({ unread, messages }: ConversationState): number {
  return isToolRound(messages.at(-1)!) ? Math.max(unread, 1) : unread + 1;
}

/** Ends a turn without `done` and keeps the text so far. */
function settle(state: ConversationState, incomplete: Incomplete, at: number): ConversationState {
  if (!state.turn) return state;
  const { replyKey, replyText } = state.turn;
  const kept: ChatMessage = {
    id: replyKey,
    key: replyKey,
    role: 'assistant',
    parts: replyText ? [{ type: 'text', text: replyText }] : [],
    createdAt: at,
    incomplete,
  };
  const isEmpty = !replyText && (incomplete !== 'stopped' || state.messages.at(-1)?.versions);
  return { ...state, messages: withAnswer(state, isEmpty ? undefined : kept), turn: undefined };
}

/** Adds the answer to the last question. Without one, brings back its previous answer, if there is any. */
function withAnswer(
  { messages }: ConversationState,
  answer: ChatMessage | undefined,
): readonly ChatMessage[] {
  const { versions, ...question } = messages.at(-1)!;
  if (!versions) return answer ? [...messages, answer] : messages;
  const all = answer ? [...versions.earlier, answer] : versions.earlier;
  return [...messages.slice(0, -1), question, versionAt(all, all.length - 1)!];
}

/** The answer at an index, with the others as its versions. */
function versionAt(all: readonly ChatMessage[], at: number): ChatMessage | undefined {
  const versions = { earlier: all.slice(0, at), later: all.slice(at + 1) };
  return all[at] && { ...all[at], ...(all.length > 1 && { versions }) };
}

/** All answers to a question, oldest first, without their versions. */
function versionsOf(shown: ChatMessage): ChatMessage[] {
  const { versions, here: _, ...answer } = shown;
  return [...(versions?.earlier ?? []), answer, ...(versions?.later ?? [])];
}

/** Keeps the key of the previous version, so that its DOM node can be reused. */
function otherVersion(shown: ChatMessage, by: -1 | 1): ChatMessage {
  if (shown.role === 'user') return shown;
  const other = versionAt(versionsOf(shown), (shown.versions?.earlier.length ?? 0) + by);
  return other ? { ...other, key: shown.key } : shown;
}

/** Removes the message with this key and all after it. */
function rewind(state: ConversationState, key: string): ConversationState {
  const at = state.messages.findIndex(m => m.key === key);
  return at < 0 ? state : { ...state, messages: state.messages.slice(0, at), turn: undefined };
}

function withFeedback(message: ChatMessage, value: FeedbackValue | undefined): ChatMessage {
  const { feedback: _, ...rest } = message;
  return value ? { ...rest, feedback: value } : rest;
}

function withTool(message: ChatMessage, action: Extract<Action, { type: 'tool' }>): ChatMessage {
  const { callId, state, output } = action;
  const taken = message.taken ?? [];
  return {
    ...message,
    parts: message.parts.map(part =>
      isToolCallPart(part) && part.id === callId ? { ...part, state, output } : part,
    ),
    taken: taken.includes(callId) ? taken : [...taken, callId],
  };
}

function newTurn(
  text: string,
  userKey: string,
  { replyKey, idempotencyKey, at }: Extract<Action, { type: 'send' | 'again' }>,
): Turn {
  return {
    status: 'sending',
    idempotencyKey,
    text,
    userKey,
    replyKey,
    replyText: '',
    mayExist: false,
    startedAt: at,
  };
}
