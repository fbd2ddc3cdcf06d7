import { EventLines, StreamFault } from '../../protocol/event-lines.ts';
import type { AssistantMessage } from '../../protocol/message.ts';
import { textOf } from '../../protocol/message.ts';
import { isAssistantMessage, parseStreamEvent, type StreamEvent } from '../../protocol/stream-events.ts';
import type { ProxyConfig } from '../config.ts';
import { type Bytes, readCounted } from '../http/bytes.ts';
import type { ProxyLimits } from '../options.ts';
import { keyInJson } from '../upstream/key-in-json.ts';
import { unavailable } from '../upstream/refusals.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { KeyWatch } from './key-watch.ts';
import { plainTokenEnd } from './plain-token.ts';
import type { ReplyLog } from './reply-log.ts';
import { NoRoom } from './reply-memory.ts';
import { SilenceWatch } from './silence-watch.ts';

export interface PumpHooks {
  /** Makes the service's conversation id the visitor's own. */
  bind(conversationId: string): Promise<string>;
  /** Told how many tokens went through. */
  onTokens?(count: number): void;
}

interface PumpOptions {
  hooks: PumpHooks;
  /** Never let through, wherever in a reply it stands. */
  apiKey: string;
  limits: ProxyLimits;
  watch: KeyWatch;
}

const NOTHING = new Uint8Array();

/**
 * Writes the service's answer into the log, event by event as they come. Only the three events of section 6 get
 * through; the log always ends with `done`, `error` or a refusal.
 */
export function pump(
  response: UpstreamAnswer,
  log: ReplyLog,
  { apiKey, limits }: Pick<ProxyConfig, 'apiKey' | 'limits'>,
  hooks: PumpHooks,
): Promise<void> {
  const options = { hooks, apiKey, limits, watch: new KeyWatch(apiKey) };
  const type = response.headers.get('Content-Type') ?? '';
  if (/^application\/json\b/i.test(type)) return pumpWhole(response, log, options);
  if (/^text\/event-stream\b/i.test(type)) return pumpStream(response.body, log, options);
  response.body.cancel();
  log.refuse(unavailable());
  return Promise.resolve();
}

async function pumpStream(body: Bytes, log: ReplyLog, options: PumpOptions): Promise<void> {
  log.accept();
  const lines = new EventLines(options.limits.eventBytes);
  let size = 0;
  let last: StreamEvent | undefined;
  const watch = new SilenceWatch(options.limits.silenceSeconds * 1000, body);
  try {
    await body.each(piece => {
      watch.heard();
      const room = options.limits.replyBytes - size;
      const chunk = piece.length > room ? piece.subarray(0, room) : piece;
      size += chunk.length;
      const plain = lines.between && options.watch.held.length === 0;
      const rest = plain ? passOn(chunk, log, options) : chunk;
      if (rest.length > 0) last = relay(lines.push(rest), log, options);
      if (last) body.cancel();
      else if (lines.fault) throw lines.fault;
      else if (chunk.length < piece.length) throw new StreamFault('the reply is too long');
    });
  } finally {
    watch.end();
    body.cancel();
  }
  if (!last) throw new StreamFault(watch.silent ? 'the service fell silent' : 'the stream ended early');
  // The service's own words stay behind: they may name what nobody outside should know.
  if (last.type !== 'done') throw new StreamFault('the service ended it with an error');
  log.finish(await finished(last.data, options));
}

/** Logs the tokens a chunk begins with that can go on as they came; returns what is left of it. */
function passOn(chunk: Uint8Array, log: ReplyLog, options: PumpOptions): Uint8Array {
  const before = log.count;
  const taken = log.appendBytes(chunk, from =>
    plainTokenEnd(chunk, from, options.watch, options.limits.eventBytes),
  );
  if (taken === 0) return chunk;
  options.hooks.onTokens?.(log.count - before);
  return taken === chunk.length ? NOTHING : chunk.subarray(taken);
}

/** Logs the tokens among these events, written anew; returns the event that ends the reply. */
function relay(events: readonly string[], log: ReplyLog, options: PumpOptions): StreamEvent | undefined {
  const tokens: string[] = [];
  let last: StreamEvent | undefined;
  for (const json of events) {
    const event = parseStreamEvent(json);
    if (event?.type === 'token') {
      tokens.push(...options.watch.pass(event.content, JSON.stringify(event)));
    } else if (event) {
      last = event;
      break;
    }
  }
  if (last?.type === 'done') {
    if (holdsKey(last.data, options.apiKey)) throw new StreamFault('the reply holds the key');
    tokens.push(...options.watch.held);
  }
  if (tokens.length > 0) options.hooks.onTokens?.(tokens.length);
  log.append(tokens);
  return last;
}

/** Whether the key is in a message, or in the text that its parts make up together. */
function holdsKey(message: AssistantMessage, apiKey: string): boolean {
  return JSON.stringify(message).includes(keyInJson(apiKey)) || textOf(message.parts).includes(apiKey);
}

async function pumpWhole(response: UpstreamAnswer, log: ReplyLog, options: PumpOptions): Promise<void> {
  const data = await readWhole(response.body, options).catch(error => {
    // It had begun: asked again, the message would be answered and paid for twice.
    log.accept();
    throw error;
  });
  if (!isAssistantMessage(data) || holdsKey(data, options.apiKey)) {
    log.refuse(unavailable());
    return;
  }
  const message = await finished(data, options);
  log.accept();
  const content = textOf(data.parts);
  try {
    // Whoever joins this reply as a stream finds the tokens that make up its text.
    if (content !== '') log.append([JSON.stringify({ type: 'token', content })]);
  } catch (error) {
    // It is paid for, and the end, for which there always is room, holds all of it.
    if (!(error instanceof NoRoom)) throw error;
  }
  options.hooks.onTokens?.(1);
  log.finish(message);
}

/** What the answer says is the message. @throws for one that is cut, falls silent, or is too long: no whole JSON. */
async function readWhole(body: Bytes, { limits }: PumpOptions): Promise<unknown> {
  const watch = new SilenceWatch(limits.silenceSeconds * 1000, body);
  const heard: Bytes = {
    each: take =>
      body.each(chunk => {
        watch.heard();
        take(chunk);
      }),
    cancel: () => body.cancel(),
  };
  try {
    const text = new TextDecoder().decode(await readCounted(heard, limits.replyBytes));
    return (JSON.parse(text) as { data?: unknown } | null)?.data;
  } catch (error) {
    if (error instanceof StreamFault) throw error;
    throw new StreamFault(watch.silent ? 'the service fell silent' : 'the answer did not come whole');
  } finally {
    watch.end();
  }
}

/** The message with the fields of section 2.2 and no others, its conversation bound to the visitor. */
async function finished(message: AssistantMessage, options: PumpOptions): Promise<StreamEvent> {
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
      usage: { credits: spent(metadata.usage?.credits) },
    },
  };
  return { type: 'done', data };
}

/** What is no number of credits must not get into anybody's sums. */
function spent(credits: unknown): number {
  const number = Number(credits);
  return Number.isFinite(number) && number > 0 ? number : 0;
}
