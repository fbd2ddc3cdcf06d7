export type {
  CitationPart,
  KnownPart,
  Part,
  TextPart,
  ToolCallPart,
  ToolCallState,
  UnknownPart,
} from '../protocol/message.ts';
export { isCitationPart, isTextPart, isToolCallPart, textOf } from '../protocol/message.ts';
export { AgentClient } from './agent-client.ts';
export type { BotToken } from './bot-proof.ts';
export { ClientError } from './client-error.ts';
export type { ClientTool, ClientToolsOptions, ToolRequest } from './client-tools.ts';
export { ClientTools } from './client-tools.ts';
export type { ConversationOptions } from './conversation.ts';
export { Conversation } from './conversation.ts';
export type {
  AnswerVersions,
  ChatMessage,
  ConversationState,
  FeedbackValue,
  Incomplete,
  Turn,
  TurnError,
  TurnErrorCode,
  TurnStatus,
  WaitReason,
} from './conversation-state.ts';
export { EMPTY_STATE, isRunning } from './conversation-state.ts';
export type { EarlierConversation } from './history.ts';
export type { ConversationListener } from './listeners.ts';
export type { Feedback } from './rate.ts';
export type { Action } from './reduce.ts';
export { reduce } from './reduce.ts';
export type { AgentClientOptions, ReplyRequest } from './reply-client.ts';
export type { RestoredMessage } from './restore.ts';
export { secondsLeft } from './seconds-left.ts';
export type { SettingsRequest } from './settings.ts';
export { fetchPublicSettings } from './settings.ts';
export type { Persist, WebStorage } from './storage-area.ts';
export { asPersist } from './storage-area.ts';
export type { Lead } from './submit-lead.ts';
export { askedText, DECLINED } from './tool-results.ts';
export type { TranscriptWords } from './transcript.ts';
export { messageMarkdown, transcriptJson, transcriptMarkdown } from './transcript.ts';
