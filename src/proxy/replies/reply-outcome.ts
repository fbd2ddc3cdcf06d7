import { isErrorCode } from '../../protocol/errors.ts';
import type { AssistantMessage } from '../../protocol/message.ts';
import { interrupted } from './reply-errors.ts';
import type { ReplyLog } from './reply-log.ts';

/** After this the headers go out even without an answer, because servers in between cut silent connections. */
const HEAD_DEADLINE_MS = 10_000;

/**
 * Resolves once a stream can be opened: the service has begun to answer, or the message has to wait.
 * @throws ProtocolError the refusal, as long as it can be the status of the answer
 */
export async function headReady(log: ReplyLog, reader: AbortSignal, onLeft: () => void): Promise<void> {
  const ready = (): boolean => log.accepted || log.ended || log.count > 0 || log.waitUntil !== undefined;
  await until(log, reader, onLeft, ready, HEAD_DEADLINE_MS);
  if (log.refusal) throw log.refusal;
}

/** The whole reply. @throws ProtocolError the error it ended with */
export async function wholeReply(
  log: ReplyLog,
  reader: AbortSignal,
  onLeft: () => void,
): Promise<AssistantMessage> {
  await until(log, reader, onLeft, () => log.ended);
  if (log.refusal) throw log.refusal;
  const last = log.lastEvent;
  if (last?.type === 'done') return last.data;
  throw interrupted(last?.type === 'error' && isErrorCode(last.code) ? last.code : undefined);
}

function until(
  log: ReplyLog,
  reader: AbortSignal,
  onLeft: () => void,
  ready: () => boolean,
  deadline?: number,
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
      onLeft();
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
    if (deadline !== undefined) timer = setTimeout(go, deadline);
    if (reader.aborted) onAbort();
    else look();
  });
}
