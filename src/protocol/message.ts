/** The assistant message of docs/interface.md section 2.2 and the parts it is made of. */

export interface TextPart {
  type: 'text';
  text: string;
  /** Language tag of the text, where the service is certain of it. An additive field of ours. */
  language?: string;
}

/** A source of the answer. The interface announces citations as an additive part; these fields are ours. */
export interface CitationPart {
  type: 'citation';
  /** The text that a reader sees: the document's title, with the heading above the passage. */
  title: string;
  /** Where the passage can be read, absolute or relative to the site; absent when it can't be linked. */
  url?: string;
  /** The passage itself, shortened. */
  quote?: string;
}

export type ToolCallState = 'running' | 'done' | 'failed';

/** A tool the agent used. The interface announces tool calls as an additive part; these fields are ours. */
export interface ToolCallPart {
  type: 'tool-call';
  id: string;
  name: string;
  state: ToolCallState;
  input?: unknown;
  output?: unknown;
  /** True for a tool that the page offered with its question: the agent continues once it has the output. */
  awaitsResult?: boolean;
}

/** Questions to offer after a reply. An additive part; these fields are ours. */
export interface SuggestionsPart {
  type: 'suggestions';
  queries: string[];
}

/**
 * A part type this version does not know. Its data is kept and nothing is rendered (docs/interface.md section 9:
 * additive).
 */
export interface UnknownPart {
  type: string;
  [field: string]: unknown;
}

export type KnownPart = TextPart | CitationPart | ToolCallPart | SuggestionsPart;
export type Part = KnownPart | UnknownPart;

export interface MessageMetadata {
  userMessageId: string;
  conversationId: string;
  userId: string | null;
  /** `stop` on normal completion; anything else as the model's provider gave it (`length`, `content_filter`). */
  finishReason: string;
  usage: { credits: number };
}

export interface AssistantMessage {
  id: string;
  role: 'assistant';
  parts: Part[];
  metadata: MessageMetadata;
}

/** Whether a value from outside is a list of parts, each with a type. */
export function areParts(value: unknown): value is Part[] {
  return Array.isArray(value) && value.every(part => typeof (part as Part | null)?.type === 'string');
}

export function isTextPart(part: Part): part is TextPart {
  return part.type === 'text' && typeof (part as TextPart).text === 'string';
}

export function isCitationPart(part: Part): part is CitationPart {
  return part.type === 'citation' && typeof (part as CitationPart).title === 'string';
}

export function isToolCallPart(part: Part): part is ToolCallPart {
  return part.type === 'tool-call' && typeof (part as ToolCallPart).name === 'string';
}

export function isSuggestionsPart(part: { type: string }): part is SuggestionsPart {
  const { queries } = part as SuggestionsPart;
  return (
    part.type === 'suggestions' && Array.isArray(queries) && queries.every(query => typeof query === 'string')
  );
}

/** The text of a message: its text parts, joined. Equals the concatenated tokens of its stream (docs/interface.md section 6). */
export function textOf(parts: readonly Part[]): string {
  let text = '';
  for (const part of parts) if (isTextPart(part)) text += part.text;
  return text;
}
