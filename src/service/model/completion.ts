import type { OpenAI } from 'openai';
import { EventLines } from '../../protocol/event-lines.ts';
import { type ModelClient, REFUSABLE, type Refusable } from './model-client.ts';
import type { Message } from './prompt.ts';
import type { ToolCallDelta } from './tool-calls.ts';

export interface CompletionRequest {
  /** Empty: whichever the endpoint offers. */
  model: string;
  temperature: number;
  messages: Message[];
  signal: AbortSignal;
}

/** A piece of the model's reply. */
interface CompletionPiece {
  text: string;
  /** Whether the model says here that it will not answer. */
  refuses: boolean;
  toolCalls: readonly ToolCallDelta[];
  finishReason: string | undefined;
}

/** Characters of one event of a stream. Some hold a few words, the largest a tool's whole input. */
const EVENT_MAX = 256 * 1024;
const END = '[DONE]';
/** The reason that routers to many models give where the one they asked failed in the middle. */
const FAILED = 'error';
/** That of an answer, or the code of a refusal, where a filter let nothing through. */
const WITHHELD = 'content_filter';
/** What a name of a reason looks like, and the one for what is none: it goes to visitors and into the database. */
const REASON = /^[\x20-\x7e]{1,64}$/;
const OTHER = 'other';

type Chunk = Partial<Omit<OpenAI.ChatCompletionChunk, 'object'>> & { object?: unknown };
export type Completion = AsyncGenerator<CompletionPiece, void>;

/**
 * Asks the model, and settles once its answer begins.
 * @throws what the SDK throws: errors with the endpoint's `status`, and without one when it can't be reached.
 */
export async function openCompletion(client: ModelClient, request: CompletionRequest): Promise<Completion> {
  const { messages, temperature, signal } = request;
  const model = await client.modelOr(request.model);
  const sdk = await client.sdk();
  for (;;) {
    const without = client.refusedBy(model);
    try {
      const answer = await sdk.chat.completions
        .create(
          {
            model,
            messages,
            stream: !without.has('stream'),
            ...(!without.has('temperature') && { temperature }),
          },
          { signal },
        )
        .asResponse();
      return read(answer);
    } catch (error) {
      if (isWithheld(error)) return withheld();
      const refused = refusedParameter(error);
      if (refused === undefined || without.has(refused)) throw error;
      without.add(refused);
    }
  }
}

/** A filter in front of the model refused the question: asked again, it would once more. */
async function* withheld(): Completion {
  yield piece({}, undefined, WITHHELD);
}

async function* read(response: Response): Completion {
  if (response.headers.get('content-type')?.includes('application/json')) {
    // An endpoint that doesn't stream although it was asked to.
    const whole = (await response.json()) as Partial<OpenAI.ChatCompletion>;
    const [choice] = whole.choices ?? [];
    if (choice)
      yield piece(choice.message, choice.message.tool_calls?.map(indexed), choice.finish_reason ?? 'stop');
    return;
  }
  let reasonGiven = false;
  for await (const chunk of chunks(response)) {
    if (chunk === END) {
      // Some endpoints give no reason: that they are done is all they say of it.
      if (!reasonGiven) yield piece({}, undefined, 'stop');
      continue;
    }
    // Asked for one answer, some endpoints give several.
    const choice = chunk.choices?.find(({ index }) => !index);
    if (!choice) continue;
    reasonGiven ||= Boolean(choice.finish_reason);
    yield piece(choice.delta ?? {}, choice.delta?.tool_calls, choice.finish_reason);
  }
}

/**
 * The events of a stream. Not read by the SDK, which fails at an event without data: many endpoints, and proxies in
 * between, send such to keep a quiet connection alive.
 */
async function* chunks({ body }: Response): AsyncGenerator<Chunk | typeof END, void> {
  const lines = new EventLines(EVENT_MAX);
  let ended = false;
  for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
    for (const data of lines.push(bytes)) {
      const said = data.trim();
      // Read to the end all the same, so that the connection can be reused.
      if (said === '' || ended) continue;
      if (said === END) {
        ended = true;
        yield END;
        continue;
      }
      const chunk = (JSON.parse(said) ?? {}) as Chunk & { error?: unknown };
      // The second is how some name it instead.
      if (chunk.error || chunk.object === 'error') throw new Error('The endpoint reports an error.');
      yield chunk;
    }
    if (lines.fault) throw lines.fault;
  }
}

/** @throws where the model failed */
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
    finishReason: finishReason ? named(String(finishReason)) : undefined,
  };
}

function named(reason: string): string {
  return REASON.test(reason) ? reason : OTHER;
}

/** Of a string, or of parts, as reasoning models of some providers send them; their thoughts are no answer. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { type?: unknown; text?: unknown } | null) =>
      part?.type === 'text' ? textIn(part.text) : '',
    )
    .join('');
}

function indexed(call: OpenAI.ChatCompletionMessageToolCall, index: number): ToolCallDelta {
  return { ...call, index };
}

/**
 * What the model does without, as the error's `param` says: reasoning models take only the temperature 1, and some models
 * are streamed only to those who have shown who they are.
 */
function refusedParameter(error: unknown): Refusable | undefined {
  const { status, param } = error as { status?: unknown; param?: unknown };
  return status === 400 ? REFUSABLE.find(each => each === param) : undefined;
}

function isWithheld(error: unknown): boolean {
  const { status, code } = error as { status?: unknown; code?: unknown };
  return status === 400 && code === WITHHELD;
}
