import type { Context } from 'hono';
import type { ProxyEnv } from '../proxy-env.ts';
import { type Follow, type Following, followLog, type ReaderOptions } from './follow-log.ts';
import type { ReplyLog } from './reply-log.ts';

/** Headers that keep servers in between from caching, compressing or buffering a stream. */
const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Answers with a reply as an event stream, from any event on. A server with `takeEvents` gets the events without a stream
 * in between, which costs several times as much; nothing happens before somebody reads.
 */
export function eventResponse(c: Context<ProxyEnv>, log: ReplyLog, options: ReaderOptions): Response {
  for (const [name, value] of Object.entries(STREAM_HEADERS)) c.header(name, value);
  const follow: Follow = out => followLog(log, out, options);
  const takeEvents = c.env?.takeEvents;
  if (!takeEvents) return c.body(eventStream(follow, options.onClose));
  takeEvents(follow);
  return c.body(null);
}

function eventStream(follow: Follow, onClose: () => void): ReadableStream<Uint8Array> {
  let following: Following | undefined;
  let wanted = false;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        wanted = true;
        following ??= follow({
          ready: () => wanted,
          write(bytes, from, to) {
            wanted = false;
            controller.enqueue(bytes.slice(from, to));
          },
          end: () => controller.close(),
        });
        following.flush();
      },
      cancel() {
        if (following) following.close();
        else onClose();
      },
    },
    { highWaterMark: 0 },
  );
}
