import { type Following, followLog, type ReaderOptions, type ReaderOutput } from './follow-log.ts';
import type { ReplyLog } from './reply-log.ts';

/** Headers that keep whatever stands between from storing, packing or holding back a stream. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

type Follow = (out: ReaderOutput) => Following;

/** How to follow what a stream is made of without the stream in between. */
const direct = new WeakMap<ReadableStream, Follow>();

/** A reply as an event stream, from any event on. Nothing happens before somebody reads it. */
export function eventStream(log: ReplyLog, options: ReaderOptions): ReadableStream<Uint8Array> {
  const follow: Follow = out => followLog(log, out, options);
  let following: Following | undefined;
  let wanted = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        wanted = true;
        following ??= follow({
          ready: () => wanted,
          write(bytes) {
            wanted = false;
            controller.enqueue(bytes);
          },
          end: () => controller.close(),
        });
        following.flush();
      },
      cancel() {
        if (following) following.close();
        else options.onClose?.();
      },
    },
    { highWaterMark: 0 },
  );
  direct.set(stream, follow);
  return stream;
}

/**
 * For a server that can write by itself: gives the events of such a stream at a fraction of what reading it costs.
 * Undefined for any other body.
 */
export function directEvents(body: ReadableStream | null): Follow | undefined {
  return body === null ? undefined : direct.get(body);
}
