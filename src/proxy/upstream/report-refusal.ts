import type { ProtocolError } from '../../protocol/errors.ts';
import type { Logger } from '../operations/logger.ts';

/** Tells the owner of a refusal that he alone can do something about; whom it met has heard no more than that it failed. */
export function reportRefusal(
  logger: Logger,
  answer: { requestId: string; status: number },
  refused: ProtocolError,
): void {
  if (refused.code === 'credits_exhausted') {
    logger.warn(answer, 'the service has no credits left');
  } else if (answer.status === 401 || answer.status === 403) {
    logger.error(answer, 'the service does not accept the key for this agent');
  } else if (refused.code === 'upstream_unavailable') {
    logger.error(answer, 'the service answered as no agent service does');
  }
}
