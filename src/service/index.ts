export type {
  AgentInfo,
  AgentService,
  FirstRun,
  FirstRunOptions,
  IngestOptions,
  IngestReport,
  KeyInfo,
  Management,
  RequestInfo,
  ServiceLogger,
  ServiceOptions,
} from './contract.ts';
export { decodeText } from './knowledge/decode-text.ts';
export { headingSlug } from './knowledge/document.ts';
export { createService } from './service.ts';
