import type { Answerer } from '../answerers/answerer.ts';
import type { RunningReplies } from '../chat/running-replies.ts';
import type { Database } from '../storage/tables.ts';
import type { Admission } from './admission.ts';

/** What the routes work with, made once for a service. */
export interface RouteContext {
  database: Database;
  admission: Admission;
  answerer: Answerer;
  running: RunningReplies;
}

/** A request as a route gets it. */
export interface Call {
  request: Request;
  /** `agentId` or `chatbotId` of the path; empty where the path has none. */
  agentId: string;
  /** The caller's, behind trusted proxies. */
  address: string | undefined;
  /** Headers of the answer. A refusal carries what was set before it was thrown. */
  answer: Headers;
}

export type Route = (context: RouteContext, call: Call) => Promise<Response>;
