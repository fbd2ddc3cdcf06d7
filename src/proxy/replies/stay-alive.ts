import type { ReplyLog } from './reply-log.ts';

const SAY_MS = 1000;

/** Resolves when the reply has ended. Until then its log is told that the writer lives, as long as it does. */
export function stayAlive(log: ReplyLog): Promise<void> {
  return new Promise(resolve => {
    log.alive();
    const timer = setInterval(() => log.alive(), SAY_MS);
    const unlisten = log.listen(() => {
      if (!log.ended) return;
      clearInterval(timer);
      unlisten();
      resolve();
    });
  });
}
