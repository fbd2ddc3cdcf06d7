import { formatStreamEvent } from '../../protocol/stream-events.ts';
import { flushTogether } from './flush-queue.ts';
import type { Following, ReaderOutput } from './reader.ts';
import { errorEvent, interrupted } from './reply-errors.ts';
import type { ReplyLog } from './reply-log.ts';

/** Bytes handed to a reader at once, so that a slow one holds little. */
const PIECE = 64 * 1024;

const encoder = new TextEncoder();

export interface ReaderOptions {
  /** Number of the last event the reader has. */
  after: number;
  /** Milliseconds between heartbeats on a quiet stream. */
  heartbeat: number;
  /** Called once, when the stream has ended or the reader is gone. */
  onClose: () => void;
}

/**
 * Hands on a reply as it is written, from any event on. A reader who is not ready is written nothing: what he has not
 * taken yet stays in the log, which costs nothing more.
 */
export function followLog(log: ReplyLog, out: ReaderOutput, options: ReaderOptions): Following {
  let from: number | undefined;
  let told = false;
  let toldWait: number | undefined;
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
  const say = (text: string): void => {
    wroteAt = Date.now();
    const bytes = encoder.encode(text);
    out.write(bytes, 0, bytes.length, false);
  };
  const put = (): void => {
    while (open) {
      from ??= log.endOf(options.after);
      const left = from === undefined ? 0 : log.size - from;
      if (log.ended && left === 0) {
        // A reader who waits for an event the reply never had is told that it is over; so is one whose instance died
        // before it shared an event he has: the error event then got that event's number.
        const unheard = from === undefined || (!told && log.lastEvent?.type === 'error');
        const fault = log.refusal ?? (unheard ? interrupted() : undefined);
        // Without a number: nothing follows it.
        if (fault) say(formatStreamEvent(errorEvent(fault)));
        close();
        out.end();
      } else if (!out.ready()) {
        return;
      } else if (left > 0) {
        const start = from!;
        from = start + Math.min(left, PIECE);
        wroteAt = Date.now();
        told = true;
        out.write(log.bytes, start, from, log.ended && from === log.size);
      } else {
        if (log.waitUntil !== undefined && log.waitUntil !== toldWait) {
          toldWait = log.waitUntil;
          say(heartbeat(log));
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
      put();
    } catch {
      // Who cannot be written to has gone; others, whose turn it is together with his, have not.
      close();
    }
    flushing = false;
  };
  const flushDue = (): void => {
    due = false;
    flush();
  };
  // Tokens that arrive together are announced one by one and go out in one write: one write for each would cost most
  // just when the process is behind. The first waits only for what was read with it: until it is there, its reader sees
  // nothing at all.
  const flushSoon = (): void => {
    if (due) return;
    due = true;
    if (told) flushTogether(flushDue);
    else queueMicrotask(flushDue);
  };
  const beat = (): void => {
    if (log.abandoned) log.refuse(interrupted());
    if (!open) return;
    // Were the clock set back, the stream would be quiet for as long.
    const quiet = Math.abs(Date.now() - wroteAt);
    if (quiet >= options.heartbeat && out.ready()) say(heartbeat(log));
    timer = setTimeout(beat, quiet >= options.heartbeat ? options.heartbeat : options.heartbeat - quiet);
  };
  let timer = setTimeout(beat, options.heartbeat);
  const unlisten = log.listen(flushSoon);
  return { flush, close };
}

function heartbeat(log: ReplyLog): string {
  if (log.waitUntil === undefined) return ': ping\n\n';
  return `: waiting ${Math.max(1, Math.ceil((log.waitUntil - Date.now()) / 1000))}\n\n`;
}
