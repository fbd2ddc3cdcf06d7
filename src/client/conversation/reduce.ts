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
import { askedText } from './tool-results.ts';

/** Answers to one question that are kept. */
const VERSIONS_MAX = 10;

/** Everything that can happen to a conversation. Plain data, so that tabs can tell each other. */
export type Action =
  | {
      type: 'send';
      text: string;
      /** What the page's tools came to, to go along with the text. */
      results?: readonly ToolCallPart[];
      userKey: string;
      replyKey: string;
      idempotencyKey: string;
      at: number;
    }
  | { type: 'again'; idempotencyKey: string; replyKey: string; at: number; fresh: boolean }
  | { type: 'try' }
  | { type: 'open' }
  | { type: 'token'; content: string; eventId?: string | undefined }
  | { type: 'wait'; reason: WaitReason; until?: number | undefined }
  | { type: 'lost' }
  | { type: 'restart' }
  | { type: 'done'; message: AssistantMessage; at: number; here?: boolean; read?: boolean }
  | { type: 'fail'; error: TurnError; mayExist: boolean }
  /** `quiet`: the other tabs are not told. */
  | { type: 'stop'; at: number; quiet?: boolean | undefined }
  | { type: 'rewind'; key: string }
  | { type: 'feedback'; key: string; value: FeedbackValue | undefined }
  /** Shows the answer before (-1) or after (1) this one to the same question. */
  | { type: 'version'; key: string; by: -1 | 1 }
  | { type: 'tool'; messageKey: string; callId: string; state: ToolCallState; output: unknown }
  | { type: 'read' }
  /** `forgotten`: with its visitor. */
  | { type: 'replace'; state: ConversationState; forgotten?: boolean };

/** The next state of a conversation. Pure: same state and action, same result; neither is changed. */
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
    // Also one that has just failed: in the tab where it was pressed, it had not.
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

/** Whether an action belongs to one running turn and means nothing to another. */
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
      const failed = now({ status: 'failed', error, mayExist });
      // The service does not know it (any more): the next try starts a conversation of its own.
      return error.code === 'not_found' ? { ...failed, conversationId: undefined } : failed;
    }
    default:
      // A newer version in another tab says more than this one knows.
      return state;
  }
}

/** Leaves behind what belonged to the state the turn was in before. */
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
  const state = settle(before, 'failed', action.at);
  const asked: ChatMessage = {
    id: action.userKey,
    key: action.userKey,
    role: 'user',
    parts: [{ type: 'text', text: action.text }, ...(action.results ?? [])],
    createdAt: action.at,
  };
  return {
    ...state,
    messages: [...state.messages, asked],
    turn: newTurn(askedText(asked.parts), asked.key, action),
  };
}

/**
 * A failed turn goes on (its reply is joined) or starts over; without one, the last question is asked again, and keeps
 * the answers it has had until the next one is there.
 */
function again(state: ConversationState, action: Extract<Action, { type: 'again' }>): ConversationState {
  const { turn } = state;
  if (isRunning(state)) return state;
  if (turn && !action.fresh) return withTurn(state, turn, { status: 'sending' });
  const at = state.messages.findLastIndex(m => m.role === 'user');
  const asked = state.messages[at];
  if (!asked) return state;
  const text = turn?.text ?? askedText(asked.parts);
  const answers = state.messages.slice(at + 1).filter(({ parts }) => parts.length > 0);
  const earlier = answers.flatMap(versionsOf).slice(1 - VERSIONS_MAX);
  const question = earlier.length > 0 ? { ...asked, versions: { earlier, later: [] } } : asked;
  return {
    ...state,
    messages: [...state.messages.slice(0, at), question],
    turn: newTurn(text, asked.key, action),
  };
}

function done(
  state: ConversationState,
  turn: Turn,
  { message, at, here, read }: Extract<Action, { type: 'done' }>,
): ConversationState {
  const { parts } = message;
  // What the visitor has read stays, where the end brings nothing for it.
  const said = parts.some(part => part.type !== 'text' || part.text) || !turn.replyText;
  const reply: ChatMessage = {
    id: message.id,
    key: turn.replyKey,
    role: 'assistant',
    parts: said ? parts : [{ type: 'text', text: turn.replyText }],
    createdAt: at,
    finishReason: message.metadata.finishReason ?? 'stop',
    ...(here && { here }),
  };
  return {
    conversationId: message.metadata.conversationId,
    messages: withAnswer(state, reply),
    turn: undefined,
    unread: read ? 0 : state.unread + 1,
  };
}

/** Ends a turn that has no `done`, keeping what the visitor has read of it. */
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
  const silent = !replyText && (incomplete !== 'stopped' || state.messages.at(-1)?.versions);
  return { ...state, messages: withAnswer(state, silent ? undefined : kept), turn: undefined };
}

/** The messages with the answer to the last question, or the one it had before where there is no other. */
function withAnswer(
  { messages }: ConversationState,
  answer: ChatMessage | undefined,
): readonly ChatMessage[] {
  const { versions, ...question } = messages.at(-1)!;
  if (!versions) return answer ? [...messages, answer] : messages;
  const all = answer ? [...versions.earlier, answer] : versions.earlier;
  return [...messages.slice(0, -1), question, shownAmong(all, all.length - 1)!];
}

/** One of the answers to a question, with the others. */
function shownAmong(all: readonly ChatMessage[], at: number): ChatMessage | undefined {
  const versions = { earlier: all.slice(0, at), later: all.slice(at + 1) };
  return all[at] && { ...all[at], ...(all.length > 1 && { versions }) };
}

/** The answers to a question, oldest first, each as one of its own. */
function versionsOf(shown: ChatMessage): ChatMessage[] {
  const { versions, here: _, ...answer } = shown;
  return [...(versions?.earlier ?? []), answer, ...(versions?.later ?? [])];
}

/** Has the place of the one that was shown, so that its drawing can be kept. */
function otherVersion(shown: ChatMessage, by: -1 | 1): ChatMessage {
  if (shown.role === 'user') return shown;
  const other = shownAmong(versionsOf(shown), (shown.versions?.earlier.length ?? 0) + by);
  return other ? { ...other, key: shown.key } : shown;
}

/** Takes the conversation back to before the message with this key. */
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
