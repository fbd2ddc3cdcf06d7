import { EventStreamContentType, fetchEventSource } from '@microsoft/fetch-event-source';
import { abortable } from './abortable.ts';
import { ClientError } from './client-error.ts';
import type { coalesceTokens } from './coalesce-tokens.ts';
import { LineBuffer } from './line-buffer.ts';

/** Milliseconds the server has to end the stream after its last event. */
const CLOSE_AFTER_MS = 1000;
const LF = 10;
const CR = 13;
const COLON = 58;
const EVENT_STREAM = /^text\/event-stream\b/i;
const decoder = new TextDecoder();
/** A chunk of fewer bytes holds a few events at most. */
const SMALL_BYTES = 1024;
/** More events than this at once mean that the reply is faster than the page. */
const MANY_EVENTS = 100;
/** A stream faster than the page is parsed in pieces of about this many bytes, */
const PIECE_BYTES = 16_384;
/** and after this many milliseconds the page's own events come first. */
const SLICE_MS = 8;

/** A JSON response to a request for a stream. */
export interface JsonAnswer {
  /** Undefined if it is not valid JSON. */
  body: unknown;
}

export interface EventStreamRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Milliseconds until the response must begin. */
  firstByteTimeout: number;
  /** Milliseconds without a byte (comments count) after which an open connection counts as dead. */
  idleTimeout: number;
  /** Called with the head of the response, whatever its status. */
  onHead(response: Response): void;
  /** Called with each event that has data. Returns true for the last one: the stream is over then. */
  onEvent(data: string, id: string): boolean;
  /** Called with the text of each comment line; the proxy sends heartbeats as comments. */
  onComment?: ((text: string) => void) | undefined;
}

/**
 * Sends one POST and reads the event stream of the response.
 *
 * The only file that uses fetch-event-source. The library parses the stream; what it does at an end, an error or an abort
 * must not happen: it sends the POST again, and touches `document` and `window`, which Node.js and workers do not have.
 * So it never learns of any: failures are caught before they reach it, it gets no signal, and after the last event its
 * stream just stays silent until it is garbage collected. Other faults of version 2.0.1 that this function makes up for:
 * it sends again when the tab is shown (`openWhenHidden`), takes a cut stream for a finished one (`onEvent` must return
 * true), hides comments (read here), and copies a long line once per chunk (`LineBuffer`).
 *
 * @returns undefined once `onEvent` has returned true, or the body of a response that is not a stream.
 * @throws ClientError `offline` (no response), `stream_interrupted` (cut short), `timeout` (silent too long),
 *   `unreadable` (a line too long), or the code of a refusal. The signal's reason when aborted.
 */
export async function openEventStream(request: EventStreamRequest): Promise<JsonAnswer | undefined> {
  const { url, headers, body, onEvent } = request;
  request.signal.throwIfAborted();
  const connection = new AbortController();
  const { signal } = connection;
  // The third argument's `signal` removes the listener together with the connection.
  request.signal.addEventListener('abort', () => connection.abort(request.signal.reason), connection);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const expectBytesWithin = (milliseconds: number): void => {
    signal.throwIfAborted();
    clearTimeout(silence);
    silence = setTimeout(() => connection.abort(new ClientError('timeout', 'silent')), milliseconds);
  };
  expectBytesWithin(request.firstByteTimeout);

  const outcome = new Promise<JsonAnswer | undefined>((resolve, reject) => {
    /** Ends the request with an error that the library does not see. */
    const fail = (error: unknown): Promise<never> => {
      reject(error);
      return new Promise(() => {});
    };
    const progress: ParseProgress = { isOver: false, events: 0, lastId: headers['Last-Event-ID'] };

    const respond = async (init: RequestInit | undefined): Promise<Response> => {
      const response = await request.fetch(url, { ...init, signal }).catch(cause => {
        throw new ClientError('offline', 'no response', { cause });
      });
      expectBytesWithin(request.idleTimeout);
      request.onHead(response);
      if (!response.ok) throw await ClientError.from(response);
      if (!EVENT_STREAM.test(response.headers.get('Content-Type')!)) {
        resolve({ body: await response.json().catch(() => {}) });
        return new Promise(() => {});
      }
      const pieces = readPieces(response, progress, () => expectBytesWithin(request.idleTimeout));
      const pull = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
        signal.throwIfAborted();
        const { value } = await pieces.next();
        if (!value) return new Promise(() => {});
        if (request.onComment) readComments(value, request.onComment);
        stream.enqueue(value);
      };
      // Without a queue, so that each piece has been parsed before the next one is read.
      const parsed = new ReadableStream({ pull: stream => pull(stream).catch(fail) }, { highWaterMark: 0 });
      return new Response(parsed, { headers: { 'Content-Type': EventStreamContentType } });
    };

    fetchEventSource(url, {
      method: 'POST',
      headers,
      body,
      openWhenHidden: true,
      fetch: (_url, init) => respond(init).catch(fail),
      onmessage: ({ data, id }) => {
        if (!data || progress.isOver || signal.aborted) return;
        progress.events++;
        progress.lastId = id || progress.lastId;
        try {
          progress.isOver = onEvent(data, id);
        } catch (error) {
          progress.isOver = true;
          reject(error);
        }
        if (progress.isOver) resolve(undefined);
      },
      onerror: error => {
        throw error;
      },
    }).catch(reject);
  });

  try {
    // Ends with the signal even if a custom `fetch` ignores it.
    return await abortable(outcome, signal);
  } finally {
    clearTimeout(silence);
    // Until then the server may end the stream itself, so that the connection can be reused.
    setTimeout(() => connection.abort(), CLOSE_AFTER_MS);
  }
}

interface ParseProgress {
  /** Whether the last event was received. */
  isOver: boolean;
  /** Events parsed from the current piece. */
  events: number;
  lastId: string | undefined;
}

/** The bytes of a stream in pieces of whole lines. @param onBytes is called for each chunk. @throws ClientError */
async function* readPieces(
  response: Response,
  progress: ParseProgress,
  onBytes: () => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const buffer = new LineBuffer();
  const reader = response.body?.getReader();
  let since = performance.now();
  for (;;) {
    const chunk = await reader?.read().catch(cause => {
      throw new ClientError('stream_interrupted', 'ended early', { cause });
    });
    if (!chunk?.value) throw new ClientError('stream_interrupted', 'ended early');
    onBytes();
    for (let rest = buffer.push(chunk.value); rest.length > 0; ) {
      let end = PIECE_BYTES;
      // Up to a blank line: tokens of an event that is cut in two are not coalesced.
      while (rest[end - 1]! > CR || rest[end]! > CR) end++;
      const piece = rest.subarray(0, end + 1);
      rest = rest.subarray(piece.length);
      progress.events = 0;
      yield piece.length > SMALL_BYTES && coalesce ? coalesce(piece, progress.lastId) : piece;
      if (progress.isOver || progress.events > MANY_EVENTS) loadCoalescer();
      if (progress.isOver) return undefined;
      if (performance.now() - since > SLICE_MS) {
        await yieldToMain();
        since = performance.now();
      }
    }
  }
}

/** Finds comment lines, which the parser drops. */
function readComments(lines: Uint8Array, onComment: (text: string) => void): void {
  for (let start = 0; start < lines.length; start++) {
    let end = start;
    while (end < lines.length && lines[end] !== LF && lines[end] !== CR) end++;
    if (lines[start] === COLON) onComment(decoder.decode(lines.subarray(start + 1, end)).trim());
    start = end;
  }
}

/** Makes few events of many; loaded at the first fast reply, else after the first reply. */
let coalesce: typeof coalesceTokens | undefined;

function loadCoalescer(): void {
  if (!coalesce)
    import('./coalesce-tokens.ts').then(
      module => {
        coalesce = module.coalesceTokens;
      },
      () => {},
    );
}

/** Lets clicks and key presses through; Node.js has none. */
async function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) await scheduler.yield();
  else if (globalThis.document?.hidden === false) await new Promise(done => setTimeout(done));
}
