import type { StoreState } from '../../databases/store-state.ts';
import type { ModelsReport, ModelsState } from '../../protocol/models-state.ts';
import type { Trace } from '../../protocol/trace.ts';
import type { TracedSpan } from '../../tracing/spans.ts';
import type { Answerer } from '../answerers/answerer.ts';
import type { RunningReplies } from '../chat/running-replies.ts';
import type { ServiceLogger } from '../contract.ts';
import type { PassageStore } from '../knowledge/index/passage-store.ts';
import type { FollowedFolders } from '../knowledge/sources/followed-folders.ts';
import type { FollowedSites } from '../knowledge/sources/followed-sites.ts';
import type { Uploads } from '../knowledge/sources/uploads.ts';
import type { ServiceMetrics } from '../operations/metrics.ts';
import type { MessageIndex, StorageEngine } from '../storage/engine.ts';
import type { Database } from '../storage/tables.ts';
import type { TaughtAnswers } from '../taught/taught-answers.ts';
import type { Admission } from './admission.ts';

/** What the routes use; one for each service. */
export interface RouteContext {
  database: Database;
  /** The same data, through connections that are kept for storing replies. */
  replyDatabase: Database;
  index: MessageIndex;
  passages: PassageStore;
  /** How credits are reserved at once, where the database can. */
  reserve: StorageEngine['reserve'];
  /** Days until a conversation is deleted after its last message; undefined: never. */
  conversationDays: number | undefined;
  admission: Admission;
  answerer: Answerer;
  running: RunningReplies;
  /** What can be stored and counted now. */
  probe: () => Promise<{ database: StoreState; redis: StoreState }>;
  isDraining: () => boolean;
  logger: ServiceLogger | undefined;
  metrics: ServiceMetrics;
  taught: TaughtAnswers;
  uploads: Uploads;
  sites: FollowedSites;
  folders: FollowedFolders;
  /** The models in use. */
  models: () => ModelsState;
  /** Asks the endpoint for its models. */
  reportModels: () => Promise<ModelsReport>;
}

/** A request as a route receives it. */
export interface Call {
  request: Request;
  /** `agentId` or `chatbotId` of the path; empty where the path has none. */
  agentId: string;
  /** `conversationId` of the path; empty where the path has none. */
  conversationId: string;
  /** `contactId` of the path; empty where the path has none. */
  contactId: string;
  /** `answerId` of the path; empty where the path has none. */
  answerId: string;
  /** `documentId` of the path; empty where the path has none. */
  documentId: string;
  /** `uploadId` of the path; empty where the path has none. */
  uploadId: string;
  /** The caller's IP address, behind trusted proxies. */
  address: string | undefined;
  /** Of the response. An error response has those set before the error was thrown. */
  headers: Headers;
  /** Identifies the request in the log. */
  trace: Trace;
  span: TracedSpan;
}

export type Route = (context: RouteContext, call: Call) => Promise<Response>;
