import type { StoreState } from '../../databases/store-state.ts';
import type { Answerer } from '../answerers/answerer.ts';
import type { RunningReplies } from '../chat/running-replies.ts';
import type { EmbeddingsStatus } from '../model/embeddings.ts';
import type { Database } from '../storage/tables.ts';
import type { Admission } from './admission.ts';

/** What the routes use; one for each service. */
export interface RouteContext {
  database: Database;
  admission: Admission;
  answerer: Answerer;
  running: RunningReplies;
  /** What can be stored and counted now. */
  probe: () => Promise<{ database: StoreState; redis: StoreState }>;
  isDraining: () => boolean;
  /** What `/readyz` says of the model and the embeddings model. */
  models: () => ModelsState;
}

/** Names of the models in use, and whether the embeddings model can be used. Empty without a model. */
export interface ModelsState {
  /** The model of agents whose settings name none. Null until the first question has chosen it. */
  model?: { name: string | null };
  embeddings?: { model: string; status: EmbeddingsStatus };
}

/** A request as a route receives it. */
export interface Call {
  request: Request;
  /** `agentId` or `chatbotId` of the path; empty where the path has none. */
  agentId: string;
  /** The caller's IP address, behind trusted proxies. */
  address: string | undefined;
  /** Of the response. An error response has those set before the error was thrown. */
  headers: Headers;
}

export type Route = (context: RouteContext, call: Call) => Promise<Response>;
