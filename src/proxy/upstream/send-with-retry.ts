import { backoffDelay, waitAfterFailure, waitAfterRefusal } from '../../protocol/rate-limit.ts';
import type { Logger } from '../operations/logger.ts';
import { faultOf } from '../operations/logger.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { ProxyLimits } from '../options.ts';
import { type Gate, timeToReset } from './gate.ts';
import { refusal, refusalOf, unavailable } from './refusals.ts';
import { reportRefusal } from './report-refusal.ts';
import type { UpstreamAnswer } from './upstream.ts';

export interface RetryOptions extends Pick<ProxyLimits, 'attempts' | 'waitSeconds' | 'silenceSeconds'> {
  gate: Gate;
  metrics: Metrics;
  logger: Logger;
}

export interface OutgoingMessage {
  /** Sends it once. The signal is good for all of the answer, whose headers may take `headMs`. */
  send: (signal: AbortSignal, headMs: number) => Promise<UpstreamAnswer>;
  visitor: string;
  requestId: string;
  /** Aborted when the message is stopped. */
  signal: AbortSignal;
  /** Told when it has to wait: the time (ms since 1970) at which the service should have room again. */
  onWait: (until: number) => void;
}

/** Spread over a fifth of a second, so that those who failed together don't come back together. */
const JITTER_MS = 200;

/**
 * Sends a message until the service accepts it, section 8: 1 s doubling to 30 s between tries, after a 429 not before
 * the reset, and never before the time a `Retry-After` names. `waitSeconds` end it, and `attempts` where the server
 * fails. Once an answer has begun, the message is never sent again.
 * @throws ProtocolError the refusal a visitor may see; the signal's reason when stopped.
 */
export async function sendWithRetry(
  { gate, metrics, logger, attempts, waitSeconds, silenceSeconds }: RetryOptions,
  { send, visitor, signal, requestId, onWait }: OutgoingMessage,
): Promise<UpstreamAnswer> {
  let deadline = Number.POSITIVE_INFINITY;
  for (let refusals = 0, failures = 0; ; ) {
    // Anew at each try: a clock that was set back would put it off by as much.
    deadline = Math.min(deadline, Date.now() + waitSeconds * 1000);
    const turn = await gate.enter({ visitor, signal, onWait, patience: deadline - Date.now() });
    let response: UpstreamAnswer | undefined;
    let fault: object = {};
    try {
      response = await send(signal, silenceSeconds * 1000);
      gate.release(turn, response.headers);
    } catch (error) {
      signal.throwIfAborted();
      fault = faultOf(error);
    }
    if (response?.ok) return response;

    const refused = response ? await refusalOf(response) : unavailable();
    const status = response?.status ?? 0;
    metrics.upstreamRefused(status);
    if (response?.status === 429 && refused.code === 'rate_limited') {
      const { headers } = response;
      const wait = Math.max(
        backoffDelay(refusals++),
        timeToReset(headers) ?? 0,
        waitAfterRefusal(headers) ?? 0,
      );
      if (Date.now() + wait > deadline) throw refusal(429, Math.ceil(wait / 1000));
      gate.block(wait);
      metrics.retried();
      continue;
    }
    if (response && status < 500) {
      reportRefusal(logger, { requestId, status }, refused);
      throw refused;
    }
    const backoff = backoffDelay(failures);
    const told = (response && waitAfterFailure(response.headers)) ?? 0;
    const wait = Math.max(backoff, told);
    logger.warn({ requestId, status, attempt: failures, ...fault }, 'the service failed to answer');
    if (++failures >= attempts || Date.now() + wait > deadline) {
      throw unavailable({ retryAfter: Math.ceil(wait / 1000) });
    }
    metrics.retried();
    if (told > backoff) onWait(Date.now() + wait);
    await pause(wait + Math.random() * JITTER_MS, signal);
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
