import type { AgentService, ServiceOptions } from './contract.ts';

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

/**
 * Opens the database and creates the service, sections 4 to 8 of the interface.
 * @throws when the database cannot be opened or Redis does not answer; ProtocolError `invalid_request` for an
 *   `openaiApiKey` that no header can carry, and for `trustProxy` and `conversationDays` out of range
 */
export async function createService(options: ServiceOptions): Promise<AgentService> {
  // The stemmer waits for its WebAssembly at the top level, so CommonJS could not require this module.
  const service = await import('./service.ts');
  return service.createService(options);
}
