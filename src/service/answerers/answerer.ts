import type { PassageUse } from '../../protocol/conversations.ts';
import type { Part, ToolCallPart } from '../../protocol/message.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { ToolDefinition } from '../../protocol/tools.ts';
import type { Trace } from '../../protocol/trace.ts';

/** One earlier message, or the question itself, which is the last of them. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
}

/** Calls of the model in answer to the last question, and their results. */
export interface ToolRound {
  /** The text that the model wrote with the calls. */
  text: string;
  calls: readonly ToolCallPart[];
  /** In the order of the calls. */
  results: readonly { state: 'done' | 'failed'; output?: unknown }[];
}

export interface Question {
  agentId: string;
  /** Oldest first; the last is the visitor's question. */
  turns: readonly Turn[];
  settings: Settings;
  /** Tools of the page that the owner allows. */
  tools?: readonly ToolDefinition[] | undefined;
  /** The model's calls since the question, with their results, oldest first. */
  toolRounds?: readonly ToolRound[] | undefined;
  /** Whether somebody reads along while the answer is made. */
  streamed: boolean;
  /** Aborted when nobody wants the answer any more; the answerer then stops all work and throws. */
  signal: AbortSignal;
  /** Identifies the request in the log. */
  trace?: Trace | undefined;
}

/**
 * Pieces of a reply in order: text as it grows, whole parts, and at the end why it ended. `nothing-found` comes before
 * any text: what follows says so and is no answer; a near miss offers passages that may help.
 */
export type ReplyPiece =
  | { type: 'nothing-found'; isNearMiss?: boolean }
  /** What the reply is made from, the most relevant first. */
  | { type: 'passages'; passages: readonly PassageUse[] }
  | { type: 'text'; text: string }
  /** Discards the text so far: it is not part of the answer, such as reasoning that was recognized late. */
  | { type: 'discard-text' }
  | { type: 'part'; part: Part }
  | { type: 'finish'; reason: string };

/** Makes replies. One that ends without a `finish` was cut off and counts as failed. */
export interface Answerer {
  reply(question: Question): AsyncIterable<ReplyPiece>;
}
