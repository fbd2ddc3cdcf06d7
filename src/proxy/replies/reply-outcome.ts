import { isErrorCode } from '../../protocol/errors.ts';
import type { AssistantMessage } from '../../protocol/message.ts';
import { interrupted } from './reply-errors.ts';
import type { ReplyLog } from './reply-log.ts';

/** A stream's headers go out after this even without an answer: servers in between cut connections that stay silent. */
const HEAD_PATIENCE_MS = 10_000;

/**
 * Resolves once a stream can be opened: the service has begun to answer, or it is known that it takes a while.
 * @throws ProtocolError the refusal, while it can still be the answer's status
 */
export async function headReady(log: ReplyLog, reader: AbortSignal, onGone: () => void): Promise<void> {
  const ready = (): boolean => log.accepted || log.ended || log.count > 0 || log.waitUntil !== undefined;
  await until(log, reader, onGone, ready, HEAD_PATIENCE_MS);
  if (log.refusal) throw log.refusal;
}

/** The whole reply. @throws ProtocolError what it ended with instead */
export async function wholeReply(
  log: ReplyLog,
  reader: AbortSignal,
  onGone: () => void,
): Promise<AssistantMessage> {
  await until(log, reader, onGone, () => log.ended);
  if (log.refusal) throw log.refusal;
  const last = log.lastEvent;
  if (last?.type === 'done') return last.data;
  throw interrupted(last?.type === 'error' && isErrorCode(last.code) ? last.code : undefined);
}

function until(
  log: ReplyLog,
  reader: AbortSignal,
  onGone: () => void,
  ready: () => boolean,
  patience?: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => {
      clearTimeout(timer);
      unlisten();
      reader.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      leave();
      onGone();
      reject(reader.reason);
    };
    const go = (): void => {
      leave();
      resolve();
    };
    const look = (): void => {
      if (ready()) go();
    };
    const unlisten = log.listen(look);
    reader.addEventListener('abort', onAbort, { once: true });
    if (patience !== undefined) timer = setTimeout(go, patience);
    if (reader.aborted) onAbort();
    else look();
  });
}
