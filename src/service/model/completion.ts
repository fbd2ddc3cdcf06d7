import type { OpenAI } from 'openai';
import { EventLines } from '../../protocol/event-lines.ts';
import type { ToolDefinition } from '../../protocol/tools.ts';
import type { Trace } from '../../protocol/trace.ts';
import { startModelCall, traceModelStream } from '../../tracing/gen-ai-spans.ts';
import { errorType } from '../../tracing/spans.ts';
import type { ToolRound } from '../answerers/answerer.ts';
import { type ModelClient, OPTIONAL_FEATURES, type OptionalFeature } from './model-client.ts';
import type { Message } from './prompt.ts';
import { type ToolCallDelta, toModelMessages, toModelTools } from './tool-calls.ts';

export interface CompletionRequest {
  /** Empty: any model of the endpoint. */
  model: string;
  /** Null: not sent. */
  temperature: number | null;
  messages: Message[];
  /** Functions that the model may call. */
  tools?: readonly ToolDefinition[] | undefined;
  /** Calls of the model since the last of the messages, and their results. */
  toolRounds?: readonly ToolRound[] | undefined;
  /** Identifies the request of the visitor. */
  trace?: Trace | undefined;
  signal: AbortSignal;
}

/** A piece of the model's reply. */
interface CompletionPiece {
  text: string;
  /** Whether the model refuses to answer. */
  refuses: boolean;
  toolCalls: readonly ToolCallDelta[];
  finishReason: string | undefined;
}

/** Characters of an event. Most contain a few words; the largest contain the whole input of a tool. */
const EVENT_MAX = 256 * 1024;
const END = '[DONE]';
/** The finish reason that routers such as OpenRouter send when the model fails in the middle of a reply. */
const FAILED = 'error';
/** The finish reason, and the code of an error, of a question or an answer that a filter has blocked. */
const WITHHELD = 'content_filter';
/** Visitors and the database get finish reasons of this form only. */
const REASON = /^[\x20-\x7e]{1,64}$/;
const OTHER = 'other';
/** Codes of errors that leaving out an optional feature cannot avoid. */
const FINAL_CODES = new Set<unknown>([
  'context_length_exceeded',
  'exceed_context_size_error',
  'model_not_found',
  'invalid_api_key',
]);
/**
 * How error messages name an optional feature. Messages are read only to choose the feature to leave out, because
 * endpoints have no common field that names it.
 */
const NAMED_IN_ERRORS: Readonly<Record<OptionalFeature, RegExp>> = {
  temperature: /\btemp(?:erature)?\b/i,
  system: /\broles?\b|\b(?:system|developer)[ _-](?:message|prompt|instruction)/i,
  stream: /\bstream/i,
  tools: /\b(?:tools?|functions?)\b|\btool[-_ ]/i,
};

type Chunk = Pick<Partial<OpenAI.ChatCompletionChunk>, 'choices'> & {
  [field in 'error' | 'errors' | 'detail' | 'object' | 'type']?: unknown;
};
export type Completion = AsyncGenerator<CompletionPiece, void>;

/**
 * Sends the request. Resolves when the reply begins. If the model rejects an optional feature, sends the request again
 * without it, and remembers that for the model.
 * @throws errors of the SDK: with `status`, or without one when the endpoint cannot be reached
 */
export async function openCompletion(client: ModelClient, request: CompletionRequest): Promise<Completion> {
  const model = await client.modelOr(request.model);
  const { temperature, trace } = request;
  const started = performance.now();
  const attributes = { ...(temperature !== null && { 'gen_ai.request.temperature': temperature }) };
  const span = startModelCall({ operation: 'chat', model, url: client.url, attributes }, trace);
  try {
    const { pieces, streams } = await span.run(() => open(client, model, request));
    span.set({ 'gen_ai.request.stream': streams });
    return span.isRecording ? traceModelStream(span, started, pieces) : pieces;
  } catch (error) {
    span.fail(errorType(error));
    span.end();
    throw error;
  }
}

async function open(
  client: ModelClient,
  model: string,
  request: CompletionRequest,
): Promise<{ pieces: Completion; streams: boolean }> {
  const unsupported = client.unsupportedBy(model);
  const omitted = new Set(unsupported);
  let first: unknown;
  for (;;) {
    try {
      const response = await send(client, model, request, omitted);
      for (const feature of omitted) unsupported.add(feature);
      return { pieces: read(response), streams: !omitted.has('stream') };
    } catch (error) {
      if (isWithheld(error)) return { pieces: withheld(), streams: false };
      first ??= error;
      const feature = featureToOmit(error, usedBy(request, omitted));
      // The first error is the one about the whole request.
      if (feature === undefined) throw first;
      omitted.add(feature);
    }
  }
}

async function send(
  client: ModelClient,
  model: string,
  { messages, temperature, tools = [], toolRounds = [], signal }: CompletionRequest,
  omitted: ReadonlySet<OptionalFeature>,
): Promise<Response> {
  const sdk = await client.sdk();
  const body = {
    model,
    messages: [
      ...(omitted.has('system') ? withoutSystem(messages) : messages),
      ...toolRounds.flatMap(toModelMessages),
    ],
    stream: !omitted.has('stream'),
    ...(temperature !== null && !omitted.has('temperature') && { temperature }),
    ...(tools.length > 0 && !omitted.has('tools') && { tools: toModelTools(tools) }),
  };
  return await sdk.chat.completions.create(body, { signal }).asResponse();
}

/** The optional features that the request still uses. */
function usedBy(
  { messages, temperature, tools = [] }: CompletionRequest,
  omitted: ReadonlySet<OptionalFeature>,
): OptionalFeature[] {
  const isUsed = {
    temperature: temperature !== null,
    system: messages.some(({ role }) => role === 'system'),
    stream: true,
    tools: tools.length > 0,
  };
  return OPTIONAL_FEATURES.filter(feature => isUsed[feature] && !omitted.has(feature));
}

/** The feature to leave out after an error: the one that the error names, or else the next one. */
function featureToOmit(error: unknown, used: readonly OptionalFeature[]): OptionalFeature | undefined {
  const { status, code, type, param, message } = error as Partial<
    Record<'status' | 'code' | 'type' | 'param' | 'message', unknown>
  >;
  if (FINAL_CODES.has(code) || FINAL_CODES.has(type)) return undefined;
  const text = `${typeof param === 'string' ? param : ''} ${String(message)}`;
  const named = used.find(feature => NAMED_IN_ERRORS[feature].test(text));
  // A chat template that does not know system messages or tools fails with 500.
  if (status === 500) return named === 'system' || named === 'tools' ? named : undefined;
  // Routers answer 404 if no endpoint takes all parameters. A `role` in such an error may be the key's.
  if (status === 404 || status === 501) return named === 'system' ? undefined : named;
  if (status !== 400 && status !== 422) return undefined;
  // Streaming and tools are left out only if the error names them.
  return named ?? used.find(feature => feature === 'temperature' || feature === 'system');
}

/** Puts the system message before the first message of the visitor. */
function withoutSystem(messages: readonly Message[]): Message[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const [first, ...rest] = messages.filter(({ role }) => role !== 'system');
  return first ? [{ ...first, content: [...system, first.content].join('\n\n') }, ...rest] : [];
}

/** The reply to a question that a filter in front of the model blocks: a retry would not help. */
async function* withheld(): Completion {
  yield piece({}, undefined, WITHHELD);
}

async function* read(response: Response): Completion {
  if (response.headers.get('content-type')?.includes('application/json')) {
    const whole = (await response.json()) as Partial<OpenAI.ChatCompletion>;
    const [choice] = whole.choices ?? [];
    if (choice)
      yield piece(choice.message, choice.message.tool_calls?.map(withIndex), choice.finish_reason ?? 'stop');
    return;
  }
  let hasReason = false;
  for await (const chunk of chunks(response)) {
    if (chunk === END) {
      // Some endpoints send no finish reason.
      if (!hasReason) yield piece({}, undefined, 'stop');
      continue;
    }
    // Some endpoints send several choices.
    const choice = chunk.choices?.find(({ index }) => !index);
    if (!choice) continue;
    hasReason ||= Boolean(choice.finish_reason);
    yield piece(choice.delta ?? {}, choice.delta?.tool_calls, choice.finish_reason);
  }
}

/**
 * The events of a stream. The SDK's own parser fails at events without data, which many endpoints and proxies send to keep
 * a connection alive.
 */
async function* chunks({ body }: Response): AsyncGenerator<Chunk | typeof END, void> {
  const lines = new EventLines(EVENT_MAX, { names: true });
  let ended = false;
  const parse = (data: string, i: number): Chunk | typeof END | undefined => {
    const text = data.trim();
    if (lines.names.get(i) === 'error' && !ended) throw new Error('The endpoint reports an error.');
    // Reads to the end after [DONE], so that the connection can be reused.
    if (text === '' || ended) return undefined;
    if (text === END) {
      ended = true;
      return END;
    }
    const chunk = (JSON.parse(text) ?? {}) as Chunk;
    if (isError(chunk)) throw new Error('The endpoint reports an error.');
    return chunk;
  };
  for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
    for (const [i, data] of lines.push(bytes).entries()) {
      const chunk = parse(data, i);
      if (chunk !== undefined) yield chunk;
    }
    if (lines.fault) throw lines.fault;
  }
  // The last event may end with the stream, without a blank line.
  for (const [i, data] of lines.push(new TextEncoder().encode('\n\n')).entries()) {
    const chunk = parse(data, i);
    if (chunk !== undefined) yield chunk;
  }
}

/** Whether a chunk is an error, in the form of OpenAI, FastAPI, Anthropic or an older server. */
function isError({ error, errors, detail, object, type, choices }: Chunk): boolean {
  return (
    Boolean(error) || object === 'error' || (!choices && (type === 'error' || Boolean(errors ?? detail)))
  );
}

/** @throws when the model failed */
function piece(
  { content, refusal }: { content?: unknown; refusal?: unknown },
  toolCalls: readonly ToolCallDelta[] | undefined,
  finishReason: unknown,
): CompletionPiece {
  if (finishReason === FAILED) throw new Error('The endpoint reports an error.');
  const refused = textIn(refusal);
  return {
    text: textIn(content) + refused,
    refuses: refused !== '',
    toolCalls: toolCalls ?? [],
    finishReason: finishReason ? reasonName(String(finishReason)) : undefined,
  };
}

function reasonName(reason: string): string {
  return REASON.test(reason) ? reason : OTHER;
}

/** The text of a string or of an array of parts. Other parts are reasoning. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { type?: unknown; text?: unknown } | null) =>
      part?.type === 'text' ? textIn(part.text) : '',
    )
    .join('');
}

function withIndex(call: OpenAI.ChatCompletionMessageToolCall, index: number): ToolCallDelta {
  return { ...call, index };
}

function isWithheld(error: unknown): boolean {
  const { status, code } = error as { status?: unknown; code?: unknown };
  return status === 400 && code === WITHHELD;
}
