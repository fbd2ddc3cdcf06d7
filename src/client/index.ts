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
export type { ToolDefinition, ToolResult } from '../protocol/tools.ts';
export type { ClientTool } from './conversation/client-tool.ts';
export type { ClientToolsOptions, ToolRequest } from './conversation/client-tools.ts';
export { ClientTools } from './conversation/client-tools.ts';
export type { ConversationOptions } from './conversation/conversation.ts';
export { Conversation } from './conversation/conversation.ts';
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
} from './conversation/conversation-state.ts';
export { EMPTY_STATE, isRunning, secondsLeft } from './conversation/conversation-state.ts';
export type { ConversationListener } from './conversation/conversation-sync.ts';
export type { Action } from './conversation/reduce.ts';
export { reduce } from './conversation/reduce.ts';
export type { RestoredMessage } from './conversation/restore.ts';
export { askedText, DECLINED, isQuestion, isToolRound } from './conversation/tool-results.ts';
export type { TranscriptWords } from './conversation/transcript.ts';
export { messageMarkdown, transcriptJson, transcriptMarkdown } from './conversation/transcript.ts';
export type { EarlierConversation } from './storage/history.ts';
export type { Persist, WebStorage } from './storage/storage-area.ts';
export { asPersist } from './storage/storage-area.ts';
export type { AgentClientOptions, Feedback, Lead, ReplyRequest } from './transport/agent-client.ts';
export { AgentClient } from './transport/agent-client.ts';
export type { BotToken } from './transport/bot-proof.ts';
export { ClientError } from './transport/client-error.ts';
export type { SettingsRequest } from './transport/settings.ts';
export { fetchPublicSettings } from './transport/settings.ts';
