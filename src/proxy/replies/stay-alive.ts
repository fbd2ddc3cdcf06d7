import type { ReplyLog } from './reply-log.ts';

const BEAT_MS = 1000;

/** The heartbeat of a reply's writer (see `ReplyLog.abandoned`). Resolves when the reply has ended. */
export function stayAlive(log: ReplyLog): Promise<void> {
  return new Promise(resolve => {
    log.alive();
    const timer = setInterval(() => log.alive(), BEAT_MS);
    const unlisten = log.listen(() => {
      if (!log.ended) return;
      clearInterval(timer);
      unlisten();
      resolve();
    });
  });
}
