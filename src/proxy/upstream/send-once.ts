import { ProtocolError } from '../../protocol/errors.ts';
import { refusalOf, unavailable } from './refusals.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * The service's answer to a request it accepted. What takes longer than `timeoutMs`, its body included, is aborted.
 * @throws ProtocolError what the caller is told instead
 */
export async function sendOnce(
  timeoutMs: number,
  send: (signal: AbortSignal) => Promise<UpstreamAnswer>,
): Promise<UpstreamAnswer> {
  let response: UpstreamAnswer;
  try {
    response = await send(AbortSignal.timeout(timeoutMs));
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    throw unavailable({ cause });
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}
