import type { AssistantMessage, ToolCallPart, ToolCallState } from '../protocol/message.ts';
import { isToolCallPart } from '../protocol/message.ts';
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
  | { type: 'done'; message: AssistantMessage; at: number; here: boolean; read?: boolean }
  | { type: 'fail'; error: TurnError; mayExist: boolean }
  | { type: 'stop'; at: number }
  | { type: 'rewind'; key: string }
  | { type: 'feedback'; key: string; value: FeedbackValue | undefined }
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
    case 'tool':
      return withMessage(state, action.messageKey, message => withTool(message, action));
    case 'read':
      return state.unread === 0 ? state : { ...state, unread: 0 };
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
        ...(action.until !== undefined && { waitUntil: action.until }),
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
    case 'stop':
      return settle(state, 'stopped', action.at);
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

/** A failed turn goes on (its reply is joined) or starts over; without one, the last question is asked again. */
function again(state: ConversationState, action: Extract<Action, { type: 'again' }>): ConversationState {
  const { turn } = state;
  if (isRunning(state)) return state;
  if (turn && !action.fresh) return withTurn(state, turn, { status: 'sending' });
  const asked = state.messages.findLast(m => m.role === 'user');
  if (!asked) return state;
  const text = turn?.text ?? askedText(asked.parts);
  return {
    ...state,
    messages: turn ? state.messages : state.messages.slice(0, state.messages.indexOf(asked) + 1),
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
    messages: [...state.messages, reply],
    turn: undefined,
    unread: read ? 0 : state.unread + 1,
  };
}

/** Ends a turn that has no `done`, keeping what the visitor has read of it. */
function settle(state: ConversationState, incomplete: Incomplete, at: number): ConversationState {
  if (!state.turn) return state;
  const { replyKey, replyText } = state.turn;
  const silent = replyText === '' && incomplete !== 'stopped';
  const kept: ChatMessage = {
    id: replyKey,
    key: replyKey,
    role: 'assistant',
    parts: replyText === '' ? [] : [{ type: 'text', text: replyText }],
    createdAt: at,
    incomplete,
  };
  return { ...state, messages: silent ? state.messages : [...state.messages, kept], turn: undefined };
}

/** Takes the conversation back to before the message with this key. */
function rewind(state: ConversationState, key: string): ConversationState {
  const at = state.messages.findIndex(m => m.key === key);
  return at < 0 ? state : { ...state, messages: state.messages.slice(0, at), turn: undefined };
}

function withFeedback(message: ChatMessage, value: FeedbackValue | undefined): ChatMessage {
  const { feedback: _, ...rest } = message;
  return value === undefined ? rest : { ...rest, feedback: value };
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
