import { errorEvent, type ReplyLog } from './reply-log.ts';

const encoder = new TextEncoder();

export interface ReaderOptions {
  /** Number of the last event the reader has. */
  after: number;
  /** Milliseconds between heartbeats on a quiet stream. */
  heartbeat: number;
  /** Called once, when the stream has ended or the reader is gone. */
  onClose?: () => void;
}

/** Headers that keep whatever stands between from storing, packing or holding back a stream. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * A reply as an event stream, from any event on. A reader who takes nothing is given nothing: what he misses
 * stays in the log, at no cost of its own.
 */
export function eventStream(log: ReplyLog, options: ReaderOptions): ReadableStream<Uint8Array> {
  let last = options.after;
  let unlisten = (): void => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldWait: number | undefined;
  let open = true;
  let flushing = false;

  const close = (): void => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    unlisten();
    options.onClose?.();
  };
  const flush = (out: ReadableStreamDefaultController<Uint8Array>): void => {
    // What is put in may be taken out at once, and then more is asked for from within.
    if (flushing) return;
    flushing = true;
    put(out);
    flushing = false;
  };
  const put = (out: ReadableStreamDefaultController<Uint8Array>): void => {
    while (open && (out.desiredSize ?? 0) > 0) {
      const next = log.read(last);
      if (next.text !== '') {
        last = next.last;
        out.enqueue(encoder.encode(next.text));
        timer?.refresh?.();
      } else if (log.ended) {
        if (log.refusal) out.enqueue(encoder.encode(errorEvent(log.refusal)));
        close();
        out.close();
      } else {
        if (log.waitUntil !== undefined && log.waitUntil !== toldWait) {
          toldWait = log.waitUntil;
          out.enqueue(encoder.encode(heartbeat(log)));
        }
        return;
      }
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      start(out) {
        const beat = (): void => {
          if (!open) return;
          if ((out.desiredSize ?? 0) > 0) out.enqueue(encoder.encode(heartbeat(log)));
          timer = setTimeout(beat, options.heartbeat);
        };
        timer = setTimeout(beat, options.heartbeat);
        unlisten = log.listen(() => flush(out));
        flush(out);
      },
      pull: flush,
      cancel: close,
    },
    { highWaterMark: 4 },
  );
}

function heartbeat(log: ReplyLog): string {
  if (log.waitUntil === undefined) return ': ping\n\n';
  return `: waiting ${Math.max(1, Math.ceil((log.waitUntil - Date.now()) / 1000))}\n\n`;
}
