import { formatStreamEvent } from '../../protocol/stream-events.ts';
import { errorEvent, interrupted } from './reply-errors.ts';
import type { ReplyLog } from './reply-log.ts';

/** Where the bytes for a reader go. */
export interface ReaderOutput {
  /** Whether it takes more now. Call `flush` once it does again. */
  ready(): boolean;
  /** Takes the bytes from `from` to `to`, which are valid until it returns. After the last ones comes `end`. */
  write(bytes: Uint8Array, from: number, to: number, last: boolean): void;
  end(): void;
}

export interface Following {
  /** Writes what is available and can be taken. */
  flush(): void;
  /** To be called when the reader has left. */
  close(): void;
}

/** Starts to write the events of a reply to an output. */
export type Follow = (out: ReaderOutput) => Following;

/** Bytes written to a reader at once, so that a slow one holds little. */
const PIECE = 64 * 1024;

const encoder = new TextEncoder();

export interface ReaderOptions {
  /** Number of the last event the reader has. */
  after: number;
  /** Milliseconds between heartbeats on a quiet stream. */
  heartbeat: number;
  /** Called once, when the stream has ended or the reader has left. */
  onClose: () => void;
}

/**
 * Writes a reply to a reader as it grows, from any event on. What a slow reader has not taken yet stays in the log, at no
 * extra cost.
 */
export function followLog(log: ReplyLog, out: ReaderOutput, options: ReaderOptions): Following {
  let from: number | undefined;
  let begun = false;
  let sentWait: number | undefined;
  let wroteAt = Date.now();
  let open = true;
  let flushing = false;
  let due = false;

  const close = (): void => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    unlisten();
    options.onClose();
  };
  const send = (text: string): void => {
    wroteAt = Date.now();
    const bytes = encoder.encode(text);
    out.write(bytes, 0, bytes.length, false);
  };
  const writeAvailable = (): void => {
    while (open) {
      from ??= log.endOf(options.after);
      const left = from === undefined ? 0 : log.size - from;
      if (log.ended && left === 0) {
        // A reader may wait for an event that the reply never had, or have an event that its instance did not share
        // before it died: the error event then has that event's number.
        const missed = from === undefined || (!begun && log.lastEvent?.type === 'error');
        const fault = log.refusal ?? (missed ? interrupted() : undefined);
        // Without an id, since nothing follows it.
        if (fault) send(formatStreamEvent(errorEvent(fault)));
        close();
        out.end();
      } else if (!out.ready()) {
        return;
      } else if (left > 0) {
        const start = from!;
        from = start + Math.min(left, PIECE);
        wroteAt = Date.now();
        begun = true;
        out.write(log.bytes, start, from, log.ended && from === log.size);
      } else {
        if (log.waitUntil !== undefined && log.waitUntil !== sentWait) {
          sentWait = log.waitUntil;
          send(heartbeatComment(log));
        }
        return;
      }
    }
  };
  const flush = (): void => {
    // Not reentrant: a stream may ask for more from within `write`.
    if (flushing) return;
    flushing = true;
    try {
      writeAvailable();
    } catch {
      // This reader has left; the others that are flushed with it have not.
      close();
    }
    flushing = false;
  };
  const flushDue = (): void => {
    due = false;
    flush();
  };
  // Tokens that arrive together go out in one write: one write each would cost most when the process is behind. The
  // first token waits only for what was read with it, because its reader sees nothing until it is there.
  const flushSoon = (): void => {
    if (due) return;
    due = true;
    if (begun) flushBatched(flushDue);
    else queueMicrotask(flushDue);
  };
  const heartbeatIfQuiet = (): void => {
    if (log.abandoned) log.refuse(interrupted());
    if (!open) return;
    // `abs`: a clock that is set back must not silence the heartbeat.
    const quiet = Math.abs(Date.now() - wroteAt);
    if (quiet >= options.heartbeat && out.ready()) send(heartbeatComment(log));
    timer = setTimeout(
      heartbeatIfQuiet,
      quiet >= options.heartbeat ? options.heartbeat : options.heartbeat - quiet,
    );
  };
  let timer = setTimeout(heartbeatIfQuiet, options.heartbeat);
  const unlisten = log.listen(flushSoon);
  return { flush, close };
}

function heartbeatComment(log: ReplyLog): string {
  if (log.waitUntil === undefined) return ': ping\n\n';
  return `: waiting ${Math.max(1, Math.ceil((log.waitUntil - Date.now()) / 1000))}\n\n`;
}

/**
 * Readers flushed together. A write wakes a sleeping process, which is then awake for the next ones, so a few together
 * cost less; with too many, the first would wait for the last.
 */
const BATCH_SIZE = 16;

/** Runs a task after the pending I/O events; as a microtask if the runtime has no `setImmediate`. */
const soon: (task: () => void) => void = globalThis.setImmediate ?? queueMicrotask;

let waiting: (() => void)[] = [];
let scheduled = false;

/** Calls `flush` after the pending I/O events, or as soon as enough others wait. */
export function flushBatched(flush: () => void): void {
  waiting.push(flush);
  if (waiting.length >= BATCH_SIZE) flushAll();
  else if (!scheduled) {
    scheduled = true;
    soon(flushRest);
  }
}

function flushRest(): void {
  scheduled = false;
  flushAll();
}

function flushAll(): void {
  const flushes = waiting;
  waiting = [];
  for (const flush of flushes) flush();
}
