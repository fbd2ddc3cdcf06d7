export type {
  AgentInfo,
  AgentService,
  ConversationFilter,
  FirstRun,
  FirstRunOptions,
  IngestOptions,
  IngestReport,
  KeyInfo,
  Management,
  QuotedReply,
  RequestInfo,
  ServiceLogger,
  ServiceOptions,
  StoredConversation,
  StoredMessage,
  UnansweredQuestion,
} from './contract.ts';
export { decodeText } from './knowledge/reading/decode-text.ts';
export { headingSlug } from './knowledge/reading/document.ts';
export { createService } from './service.ts';
