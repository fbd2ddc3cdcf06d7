import { backoffDelay } from '../../protocol/backoff.ts';
import type { ChatRequest } from '../../protocol/chat-request.ts';
import { waitAfterRefusal } from '../../protocol/rate-limit.ts';
import type { Logger } from '../operations/logger.ts';
import { faultOf } from '../operations/logger.ts';
import type { Metrics } from '../operations/metrics.ts';
import { type Gate, timeToReset } from './gate.ts';
import { refusal, refusalOf, unavailable } from './refusals.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

export interface Asker {
  upstream: Pick<Upstream, 'chat'>;
  gate: Gate;
  metrics: Metrics;
  logger: Logger;
  attempts: number;
  waitSeconds: number;
  silenceSeconds: number;
}

export interface Question {
  agentId: string;
  request: ChatRequest;
  visitor: string;
  requestId: string;
  signal: AbortSignal;
  onWait: (until: number) => void;
}

/** Spread over a fifth of a second, so that those who failed together don't come back together. */
const JITTER_MS = 200;

/**
 * Asks until the service accepts, section 8: 1 s doubling to 30 s between tries, and after a 429 not before the reset.
 * A bounded time ends it, and after failures of the server a number of tries. An answer that has begun is never asked
 * for again.
 * @throws ProtocolError the refusal a visitor may see; the signal's reason when stopped.
 */
export async function ask(asker: Asker, question: Question): Promise<UpstreamAnswer> {
  const { agentId, request, visitor, signal, requestId, onWait } = question;
  const deadline = Date.now() + asker.waitSeconds * 1000;
  for (let refusals = 0, failures = 0; ; ) {
    await asker.gate.enter({ visitor, signal, onWait, patience: deadline - Date.now() });
    let response: UpstreamAnswer | undefined;
    let fault: object = {};
    try {
      response = await headWithin(asker.silenceSeconds * 1000, signal, patient =>
        asker.upstream.chat(agentId, request, patient),
      );
    } catch (error) {
      signal.throwIfAborted();
      fault = faultOf(error);
    } finally {
      asker.gate.release(response?.headers);
    }
    if (response?.ok) return response;

    const refused = response ? await refusalOf(response) : unavailable();
    const status = response?.status ?? 0;
    asker.metrics.upstreamRefused(status);
    if (status === 429 && refused.code === 'rate_limited') {
      const said = response
        ? [timeToReset(response.headers) ?? 0, waitAfterRefusal(response.headers) ?? 0]
        : [];
      const wait = Math.max(backoffDelay(refusals++), ...said);
      if (Date.now() + wait > deadline) throw refusal(429, Math.ceil(wait / 1000));
      asker.gate.block(wait);
      asker.metrics.retried();
      continue;
    }
    if (response && status < 500) {
      if (status === 401 || status === 403) {
        asker.logger.error({ requestId, status }, 'the service does not accept the key for this agent');
      } else if (refused.code === 'upstream_unavailable') {
        asker.logger.error({ requestId, status }, 'the service answered as no agent service does');
      }
      throw refused;
    }
    const wait = backoffDelay(failures) + Math.random() * JITTER_MS;
    asker.logger.warn({ requestId, status, attempt: failures, ...fault }, 'the service failed to answer');
    if (++failures >= asker.attempts || Date.now() + wait > deadline) {
      throw unavailable({ retryAfter: Math.ceil(wait / 1000) });
    }
    asker.metrics.retried();
    await pause(wait, signal);
  }
}

/** What `call` answers, unless it takes longer than `ms`. The signal it gets is good for all of the answer. */
async function headWithin(
  ms: number,
  signal: AbortSignal,
  call: (patient: AbortSignal) => Promise<UpstreamAnswer>,
): Promise<UpstreamAnswer> {
  const patient = new AbortController();
  // `AbortSignal.any` costs six times as much, for every reply.
  signal.addEventListener('abort', () => patient.abort(signal.reason), { once: true });
  const timer = setTimeout(() => patient.abort(new DOMException('silent', 'TimeoutError')), ms);
  try {
    return await call(patient.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Stopped while the refusal was read: nobody would hear of it again.
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
