import type { Context } from 'hono';
import { ProtocolError } from '../../protocol/errors.ts';
import { faultOf, type Logger } from '../operations/logger.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { refusalOf, unavailable } from './refusals.ts';
import { reportRefusal } from './report-refusal.ts';
import type { UpstreamAnswer } from './upstream.ts';

const FAILED = 'the service failed to answer';

/**
 * The service's answer to a request it accepted. What takes longer than `timeoutMs`, its body included, is aborted. What
 * the owner has to do something about is logged: a lead that got lost is seen by nobody else.
 * @throws ProtocolError what the caller is told instead
 */
export async function sendOnce(
  c: Context<ProxyEnv>,
  { logger }: { logger: Logger },
  timeoutMs: number,
  send: (signal: AbortSignal) => Promise<UpstreamAnswer>,
): Promise<UpstreamAnswer> {
  const requestId = c.get('requestId');
  let response: UpstreamAnswer;
  try {
    response = await send(AbortSignal.timeout(timeoutMs));
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    logger.warn({ requestId, status: 0, ...faultOf(cause) }, FAILED);
    throw unavailable();
  }
  if (response.ok) return response;
  const { status } = response;
  const refused = await refusalOf(response);
  if (status >= 500) logger.warn({ requestId, status }, FAILED);
  else reportRefusal(logger, { requestId, status }, refused);
  throw refused;
}
