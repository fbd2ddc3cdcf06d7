import { getLines, getMessages } from '@microsoft/fetch-event-source/lib/esm/parse.js';
import { abortable } from './abortable.ts';
import { ClientError } from './client-error.ts';
import type { gatherTokens } from './coalesce-tokens.ts';
import { WholeLines } from './line-buffer.ts';

/** Milliseconds that a server may take to end a stream whose last event is here. */
const CLOSE_AFTER_MS = 1000;
const CR = 13;
/** Fewer bytes than this are an event or some. */
const SMALL_BYTES = 1024;
/** More events than this at once are a reply that is faster than the page. */
const MANY_EVENTS = 100;
/** A stream faster than the page is read in pieces of about this many bytes, */
const PIECE_BYTES = 16_384;
/** and after so many milliseconds the page's own events come first. */
const SLICE_MS = 8;

/** An answer that came whole, where a stream was asked for. */
export interface WholeAnswer {
  /** Its parsed JSON; undefined if it is none. */
  body: unknown;
}

export interface EventStreamRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Milliseconds until the answer must begin. */
  firstByteTimeout: number;
  /** Milliseconds without a byte (comments count) after which a line that has begun is given up. */
  idleTimeout: number;
  /** The answer's head, whatever its status. */
  onHead(response: Response): void;
  /** One event with data. Returns true when it was the last one wanted: the line is closed then. */
  onEvent(data: string, id: string): boolean;
  /** The text of a comment line; the proxy uses them as heartbeats. */
  onComment?: ((text: string) => void) | undefined;
}

/**
 * The one door to a streamed answer: one POST, no second try. Of fetch-event-source it takes the parser: what the
 * library does around that sends again after every error and when a hidden tab is shown, takes a cut stream for
 * a finished one, and needs `document` and `window`, which a terminal has not.
 *
 * @returns nothing once `onEvent` has returned true; or the answer, where it was no stream.
 * @throws ClientError `offline` (no answer), `stream_interrupted` (cut short), `timeout` (silent too long),
 *   `unreadable` (a line without end), or the refusal's own code. The signal's reason when aborted.
 */
export async function openEventStream(request: EventStreamRequest): Promise<WholeAnswer | undefined> {
  request.signal.throwIfAborted();
  const line = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const allow = (milliseconds: number): void => {
    line.signal.throwIfAborted();
    clearTimeout(silence);
    silence = setTimeout(() => line.abort(new ClientError('timeout', 'silent')), milliseconds);
  };
  // Listened to as long as the line is there: the last argument gives its `signal`.
  request.signal.addEventListener('abort', () => line.abort(request.signal.reason), line);
  allow(request.firstByteTimeout);
  try {
    // Whatever a `fetch` makes of the signal, the wait ends with it.
    return await abortable(
      read(request, line.signal, () => allow(request.idleTimeout)),
      line.signal,
    );
  } finally {
    clearTimeout(silence);
    // The end of the stream comes right behind its last event, and then the line is good for the next question.
    setTimeout(() => line.abort(), CLOSE_AFTER_MS);
  }
}

/** @param heard is called with everything that arrives; throws once the line is given up. */
async function read(
  request: EventStreamRequest,
  signal: AbortSignal,
  heard: () => void,
): Promise<WholeAnswer | undefined> {
  const { url, headers, body, onEvent, onComment } = request;
  const asked = request.fetch(url, {
    method: 'POST',
    headers: { Accept: 'text/event-stream', ...headers },
    body,
    signal,
  });
  const response = await asked.catch(cause => {
    throw new ClientError('offline', 'no answer', { cause });
  });
  heard();
  request.onHead(response);
  if (!response.ok) throw await ClientError.from(response);
  if (!/^text\/event-stream\b/i.test(response.headers.get('Content-Type')!))
    return { body: await response.json().catch(() => {}) };

  let over = false;
  let count = 0;
  let last = headers['Last-Event-ID'];
  const ignore = (): void => {};
  const onLine = getMessages(ignore, ignore, ({ data, id }) => {
    if (!data || over || signal.aborted) return;
    count++;
    last = id || last;
    over = onEvent(data, id);
  });
  const parse = getLines((line, nameEnd) => {
    if (nameEnd === 0) onComment?.(new TextDecoder().decode(line).slice(1).trim());
    else onLine(line, nameEnd);
  });
  const lines = new WholeLines();
  const reader = response.body?.getReader();
  let since = performance.now();
  for (;;) {
    const chunk = await reader?.read().catch(cut);
    if (!chunk?.value) return cut();
    heard();
    for (let rest = lines.push(chunk.value); rest.length > 0; ) {
      let end = PIECE_BYTES;
      // Between two events, where a blank line is: tokens that are cut in two are not gathered.
      while (rest[end - 1]! > CR || rest[end]! > CR) end++;
      const piece = rest.subarray(0, end + 1);
      rest = rest.subarray(piece.length);
      count = 0;
      parse(piece.length > SMALL_BYTES && gather ? gather(piece, last) : piece);
      if (over || count > MANY_EVENTS) fetchGather();
      if (over) return undefined;
      if (performance.now() - since > SLICE_MS) {
        await yieldToMain();
        signal.throwIfAborted();
        since = performance.now();
      }
    }
  }
}

function cut(cause?: unknown): never {
  throw new ClientError('stream_interrupted', 'ended early', { cause });
}

/** Makes few of them; fetched for the first such reply, else once there has been any. */
let gather: typeof gatherTokens | undefined;

function fetchGather(): void {
  if (!gather)
    import('./coalesce-tokens.ts').then(
      module => {
        gather = module.gatherTokens;
      },
      () => {},
    );
}

/** Lets clicks and key presses through. Where nobody can click (Node.js) there is nothing to let through. */
async function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) await scheduler.yield();
  else if (globalThis.document?.hidden === false) await new Promise(done => setTimeout(done));
}
