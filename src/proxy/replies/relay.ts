import { EventLines, StreamFault } from '../../protocol/event-lines.ts';
import { type AssistantMessage, textOf } from '../../protocol/message.ts';
import { isAssistantMessage, parseStreamEvent, type StreamEvent } from '../../protocol/stream-events.ts';
import { type BodyStream, readLimited } from '../http/body.ts';
import type { ProxyLimits } from '../options.ts';
import { unavailable } from '../upstream/refusals.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { KeyScanner, keyInJson } from './key-scanner.ts';
import { plainTokenEnd } from './plain-token.ts';
import type { ReplyLog } from './reply-log.ts';
import { NoRoom } from './reply-memory.ts';

export interface RelayHooks {
  /** Makes the service's conversation id the visitor's own. */
  bind(conversationId: string): Promise<string>;
  /** Called with the number of tokens that were appended. */
  onTokens?(count: number): void;
}

interface RelayOptions {
  hooks: RelayHooks;
  /** Never passed on, wherever in a reply it occurs. */
  apiKey: string;
  limits: ProxyLimits;
  scanner: KeyScanner;
}

const NOTHING = new Uint8Array();
const BLANK_LINE = new TextEncoder().encode('\n\n');

/**
 * Relays the service's answer into the log, event by event as it arrives. Only the three events of docs/interface.md section 6 pass; the
 * log always ends with `done`, `error` or a refusal.
 */
export function relay(
  response: UpstreamAnswer,
  log: ReplyLog,
  { apiKey, limits }: { apiKey: string; limits: ProxyLimits },
  hooks: RelayHooks,
): Promise<void> {
  const options = { hooks, apiKey, limits, scanner: new KeyScanner(apiKey) };
  const type = response.headers.get('Content-Type') ?? '';
  if (/^application\/json\b/i.test(type)) return relayWhole(response, log, options);
  if (/^text\/event-stream\b/i.test(type)) return relayStream(response.body, log, options);
  response.body.cancel();
  log.refuse(unavailable({ retriable: false }));
  return Promise.resolve();
}

async function relayStream(body: BodyStream, log: ReplyLog, options: RelayOptions): Promise<void> {
  log.accept();
  const lines = new EventLines(options.limits.eventBytes);
  let size = 0;
  let last: StreamEvent | undefined;
  const idle = new IdleTimeout(options.limits.silenceSeconds * 1000, body);
  try {
    await body.each(piece => {
      idle.touch();
      const room = options.limits.replyBytes - size;
      const chunk = piece.length > room ? piece.subarray(0, room) : piece;
      size += chunk.length;
      const plain = lines.between && options.scanner.held.length === 0;
      const rest = plain ? appendPlainTokens(chunk, log, options) : chunk;
      if (rest.length > 0) last = appendEvents(lines.push(rest), log, options);
      if (last) body.cancel();
      else if (lines.fault) throw lines.fault;
      else if (chunk.length < piece.length) throw new StreamFault('the reply is too long');
    });
    // The last event may end with the stream, without a blank line.
    last ??= appendEvents(lines.push(BLANK_LINE), log, options);
  } finally {
    idle.clear();
    body.cancel();
  }
  if (!last) throw new StreamFault(idle.expired ? 'the service fell silent' : 'the stream ended early');
  // The service's own error text is dropped: it may name what is private.
  if (last.type !== 'done') throw new StreamFault('the service ended it with an error');
  log.finish(await toDoneEvent(last.data, options));
}

/** Appends the tokens at the start of a chunk that can go on unchanged; returns the rest of the chunk. */
function appendPlainTokens(chunk: Uint8Array, log: ReplyLog, options: RelayOptions): Uint8Array {
  const before = log.count;
  const taken = log.appendBytes(chunk, from =>
    plainTokenEnd(chunk, from, options.scanner, options.limits.eventBytes),
  );
  if (taken === 0) return chunk;
  options.hooks.onTokens?.(log.count - before);
  return taken === chunk.length ? NOTHING : chunk.subarray(taken);
}

/** Appends the tokens among these events, serialized again; returns the event that ends the reply. */
function appendEvents(
  events: readonly string[],
  log: ReplyLog,
  options: RelayOptions,
): StreamEvent | undefined {
  const tokens: string[] = [];
  let last: StreamEvent | undefined;
  for (const json of events) {
    const event = parseStreamEvent(json);
    if (event?.type === 'token') {
      tokens.push(...options.scanner.pass(event.content, JSON.stringify(event)));
    } else if (event) {
      last = event;
      break;
    }
  }
  if (last?.type === 'done') {
    if (holdsKey(last.data, options.apiKey)) throw new StreamFault('the reply holds the key');
    tokens.push(...options.scanner.held);
  }
  if (tokens.length > 0) options.hooks.onTokens?.(tokens.length);
  log.append(tokens);
  return last;
}

/** Whether a message contains the key, in a field or in the joined text of its parts. */
function holdsKey(message: AssistantMessage, apiKey: string): boolean {
  return JSON.stringify(message).includes(keyInJson(apiKey)) || textOf(message.parts).includes(apiKey);
}

async function relayWhole(response: UpstreamAnswer, log: ReplyLog, options: RelayOptions): Promise<void> {
  const data = await readWhole(response.body, options).catch(error => {
    // The answer had begun: sent again, the message would be answered and paid for twice.
    log.accept();
    throw error;
  });
  if (!isAssistantMessage(data) || holdsKey(data, options.apiKey)) {
    log.refuse(unavailable({ retriable: false }));
    return;
  }
  const message = await toDoneEvent(data, options);
  log.accept();
  const content = textOf(data.parts);
  try {
    // For readers who join this reply as a stream.
    if (content !== '') log.append([JSON.stringify({ type: 'token', content })]);
  } catch (error) {
    // The reply is paid for, and its last event, which always has room, holds all of it.
    if (!(error instanceof NoRoom)) throw error;
  }
  options.hooks.onTokens?.(1);
  log.finish(message);
}

/** The `data` of the answer. @throws if it is cut, falls silent or is too long */
async function readWhole(body: BodyStream, { limits }: RelayOptions): Promise<unknown> {
  const idle = new IdleTimeout(limits.silenceSeconds * 1000, body);
  const watched: BodyStream = {
    each: take =>
      body.each(chunk => {
        idle.touch();
        take(chunk);
      }),
    cancel: () => body.cancel(),
  };
  try {
    const text = new TextDecoder().decode(await readLimited(watched, limits.replyBytes));
    return (JSON.parse(text) as { data?: unknown } | null)?.data;
  } catch (error) {
    if (error instanceof StreamFault) throw error;
    throw new StreamFault(idle.expired ? 'the service fell silent' : 'the answer was not complete');
  } finally {
    idle.clear();
  }
}

/** The message with only the fields of docs/interface.md section 2.2, its conversation bound to the visitor. */
async function toDoneEvent(message: AssistantMessage, options: RelayOptions): Promise<StreamEvent> {
  const { id, parts, metadata } = message;
  const data: AssistantMessage = {
    id,
    role: 'assistant',
    parts,
    metadata: {
      userMessageId: typeof metadata.userMessageId === 'string' ? metadata.userMessageId : '',
      conversationId: await options.hooks.bind(metadata.conversationId),
      userId: typeof metadata.userId === 'string' ? metadata.userId : null,
      finishReason: typeof metadata.finishReason === 'string' ? metadata.finishReason : 'stop',
      usage: { credits: toCredits(metadata.usage?.credits) },
    },
  };
  return { type: 'done', data };
}

/** Anything but a positive number counts as 0, so that sums stay numbers. */
function toCredits(credits: unknown): number {
  const number = Number(credits);
  return Number.isFinite(number) && number > 0 ? number : 0;
}

/** Stops reading a body that is silent for `ms`. One timer for all the chunks of a stream. */
export class IdleTimeout {
  expired = false;
  readonly #ms: number;
  readonly #body: BodyStream;
  #lastAt = Date.now();
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number, body: BodyStream) {
    this.#ms = ms;
    this.#body = body;
    this.#timer = this.#schedule(ms);
  }

  touch(): void {
    this.#lastAt = Date.now();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const now = Date.now();
      // A time in the future comes from before the clock was set back.
      this.#lastAt = Math.min(this.#lastAt, now);
      const left = this.#lastAt + this.#ms - now;
      if (left > 0) {
        this.#timer = this.#schedule(left);
        return;
      }
      this.expired = true;
      this.#body.cancel();
    }, ms);
  }
}
