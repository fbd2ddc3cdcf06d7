import { fetchEventSource } from '@microsoft/fetch-event-source';
import { ClientError } from './client-error.ts';
import { GatheredTokens } from './gathered-tokens.ts';
import { WholeLines } from './whole-lines.ts';

/** What a door returns whose events have all gone through `onEvent`. */
export const STREAMED: unique symbol = Symbol('streamed');

/** Bytes in one line of a stream. A reply is a few kilobytes; past this it is no reply. */
const LINE_MAX = 8 * 1024 * 1024;

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
  onComment?(text: string): void;
}

/**
 * The one door around fetch-event-source: one POST, one answer, no second try.
 *
 * The library sends again after every error, when a hidden tab is shown and after an abort that came too early;
 * it takes a cut stream for a finished one, and cleaning up it needs `document` and `window`, which a terminal
 * has not. So it never gets to see an end: its `fetch` is ours, and the bytes we hand it are open-ended. All
 * ends are decided here, and what the library still holds is then unreachable and collected.
 *
 * @returns STREAMED after `onEvent` returned true; or the parsed JSON (undefined if it is none) of an answer that was no stream.
 * @throws ClientError `offline` (no answer), `stream_interrupted` (cut short), `timeout` (silent too long),
 *   `unreadable` (a line without end), or the refusal's own code. The signal's reason when aborted.
 */
export function openEventStream(request: EventStreamRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.signal.throwIfAborted();
    const line = new AbortController();
    let open = true;
    let idle: ReturnType<typeof setTimeout> | undefined;

    const end = (settle: () => void): void => {
      if (!open) return;
      open = false;
      clearTimeout(idle);
      request.signal.removeEventListener('abort', onAbort);
      settle();
      line.abort();
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const onAbort = (): void => fail(request.signal.reason);
    const allow = (milliseconds: number): void => {
      clearTimeout(idle);
      if (open)
        idle = setTimeout(() => fail(new ClientError('timeout', 'the line went silent')), milliseconds);
    };
    const heard = (): void => allow(request.idleTimeout);
    request.signal.addEventListener('abort', onAbort);
    allow(request.firstByteTimeout);

    const connect = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      try {
        const response = await request.fetch(input, { ...init, signal: line.signal }).catch(cause => {
          throw new ClientError('offline', 'no answer', { cause });
        });
        if (open) {
          heard();
          request.onHead(response);
          if (!response.ok) throw await ClientError.from(response);
          if (isEventStream(response)) {
            const tokens = new GatheredTokens(request.headers['Last-Event-ID']);
            return new Response(openEnded(response, tokens, heard, request.onComment, fail));
          }
          const whole: unknown = await response.json().catch(() => undefined);
          end(() => resolve(whole));
        }
      } catch (error) {
        fail(error);
      }
      return never();
    };

    void fetchEventSource(request.url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      openWhenHidden: true,
      fetch: connect,
      onopen: async () => {},
      onmessage: ({ data, id }) => {
        if (!open || data === '') return;
        try {
          if (request.onEvent(data, id)) end(() => resolve(STREAMED));
        } catch (error) {
          fail(error);
        }
      },
    });
  });
}

/** A new one each time: a promise that lives on would keep all that ever waited for it. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '');
}

/** The bytes in whole lines, tokens that came together as one, without an end: a cut is reported to `fail` and the reader is left waiting. */
function openEnded(
  response: Response,
  tokens: GatheredTokens,
  heard: () => void,
  onComment: ((text: string) => void) | undefined,
  fail: (error: ClientError) => void,
): ReadableStream<Uint8Array> {
  const reader = response.body?.getReader();
  const lines = new WholeLines(LINE_MAX);
  let waiting: Uint8Array | undefined;
  let since = performance.now();
  const pull = async (out: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      if (performance.now() - since > LONG) {
        await breathe();
        since = performance.now();
      }
      for (;;) {
        if (waiting) {
          let end = PIECE;
          // Between two events, where a blank line is: tokens that are cut in two are not gathered.
          do end = waiting.indexOf(LF, end) + 1;
          while (end > 0 && waiting[end]! > CR);
          const piece = end > 0 ? waiting.subarray(0, end + 1) : waiting;
          out.enqueue(piece.length > FEW ? tokens.gather(piece) : piece);
          waiting = piece.length < waiting.length ? waiting.subarray(piece.length) : undefined;
          return;
        }
        const { done, value } = (await reader?.read()) ?? END;
        if (done) throw new ClientError('stream_interrupted', 'the stream ended before its last event');
        heard();
        waiting = lines.push(value);
        if (waiting && onComment && waiting[0] === COLON) onComment(firstLine(waiting).slice(1).trim());
      }
    } catch (error) {
      const code = error instanceof RangeError ? 'unreadable' : 'stream_interrupted';
      fail(error instanceof ClientError ? error : new ClientError(code, 'the line broke', { cause: error }));
      await never();
    }
  };
  // No read-ahead: the library has handled one piece, a `done` in it above all, before we look for the next.
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

const END = { done: true, value: undefined } as const;
const COLON = 58;
const LF = 10;
const CR = 13;

/** Fewer bytes than this are an event or some. */
const FEW = 1024;

/** A stream faster than the page is read in pieces of about this many bytes, */
const PIECE = 16_384;
/** and after so many milliseconds the page's own events come first. */
const LONG = 8;

/** Lets clicks and key presses through. Where nobody can click (Node.js) there is nothing to let through. */
async function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) await scheduler.yield();
  else if (typeof document !== 'undefined' && !document.hidden) await new Promise(done => setTimeout(done));
}

function firstLine(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).split(/[\r\n]/, 1)[0]!;
}
