import type { Context } from 'hono';
import { networksOf } from '../../limits/client-address.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { backoffDelay } from '../../protocol/limits.ts';
import { waitAfterFailure, waitAfterRefusal } from '../../protocol/rate-limit.ts';
import type { Trace } from '../../protocol/trace.ts';
import { faultOf, type Logger } from '../operations/logger.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { ProxyLimits } from '../options.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { type Gate, timeToReset } from './gate.ts';
import { isTransient, refusal, refusalOf, reportRefusal, unavailable } from './refusals.ts';
import type { UpstreamAnswer } from './upstream.ts';

const FAILED = 'the service failed to answer';

/**
 * Sends a request once, and returns the answer if the service accepts it. Aborts after `timeoutMs`, the body included.
 * Logs failures, because nobody else notices a lost lead.
 * @throws ProtocolError the refusal for the caller
 */
export async function sendOnce(
  c: Context<ProxyEnv>,
  logger: Logger,
  timeoutMs: number,
  send: (signal: AbortSignal) => Promise<UpstreamAnswer>,
): Promise<UpstreamAnswer> {
  const trace = c.get('trace');
  let response: UpstreamAnswer;
  try {
    response = await send(AbortSignal.timeout(timeoutMs));
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    logger.warn({ ...trace, status: 0, ...faultOf(cause) }, FAILED);
    throw unavailable();
  }
  if (response.ok) return response;
  const { status } = response;
  const refused = await refusalOf(response);
  if (status >= 500) logger.warn({ ...trace, status }, FAILED);
  else reportRefusal(logger, { ...trace, status }, refused);
  throw refused;
}

export interface RetryOptions extends Pick<ProxyLimits, 'attempts' | 'waitSeconds' | 'silenceSeconds'> {
  gate: Gate;
  metrics: Metrics;
  logger: Logger;
}

export interface OutgoingMessage {
  /** Sends it once. The signal covers the whole answer; its headers may take `headMs`. `attempt` counts from 0. */
  send: (signal: AbortSignal, headMs: number, attempt: number) => Promise<UpstreamAnswer>;
  visitor: string;
  /** The visitor's address, as trusted proxies report it. */
  address?: string | undefined;
  trace: Trace;
  /** Aborted when the message is stopped. */
  signal: AbortSignal;
  /** Called if it has to wait, with the time (ms since 1970) at which the service should have room again. */
  onWait: (until: number) => void;
}

/** Spreads the retries of messages that failed together. */
const JITTER_MS = 200;

/**
 * Sends a message until the service accepts it, docs/interface.md section 8. Waits 1 s before the first retry and
 * doubles that up to 30 s; after a 429 it waits for the reset, and always for the time that `Retry-After` names. Makes
 * at most `attempts` requests within `waitSeconds`, and none after a permanent refusal. Section 8 does not say how
 * often to retry, so 429s count too: more requests do not relieve a busy service. Once the service has been asked, the
 * error tells the visitor's client not to retry. Once an answer has begun, the message is never sent again.
 * @throws ProtocolError the refusal for the visitor; the signal's reason if stopped
 */
export async function sendWithRetry(
  { gate, metrics, logger, attempts, waitSeconds, silenceSeconds }: RetryOptions,
  { send, visitor, address, signal, trace, onWait }: OutgoingMessage,
): Promise<UpstreamAnswer> {
  const networks = networksOf(address);
  let deadline = Number.POSITIVE_INFINITY;
  for (let attempt = 0; ; attempt++) {
    // Computed for each attempt, so that a clock that is set back does not extend it.
    deadline = Math.min(deadline, Date.now() + waitSeconds * 1000);
    const turn = await gate
      .enter({ networks, visitor, signal, onWait, patience: deadline - Date.now() })
      .catch(error => {
        throw attempt > 0 && error instanceof ProtocolError ? refusal(429, error.retryAfter, false) : error;
      });
    let response: UpstreamAnswer | undefined;
    let fault: object = {};
    try {
      response = await send(signal, silenceSeconds * 1000, attempt);
      gate.release(turn, response.headers);
    } catch (error) {
      gate.release(turn);
      signal.throwIfAborted();
      fault = faultOf(error);
    }
    if (response?.ok) return response;

    const refused = response ? await refusalOf(response) : unavailable();
    const status = response?.status ?? 0;
    metrics.upstreamRefused(status);
    if (response && !(isTransient(status) && refused.retriable)) {
      reportRefusal(logger, { ...trace, status }, refused);
      throw refused;
    }
    const isLimited = refused.code === 'rate_limited';
    const backoff = backoffDelay(attempt);
    const requested = response ? requestedWait(response, isLimited) : 0;
    const wait = Math.max(backoff, requested);
    if (!isLimited) logger.warn({ ...trace, status, attempt, ...fault }, 'the service failed to answer');
    const isTooLong = Date.now() + wait > deadline;
    if (isLimited && !isTooLong) gate.block(wait);
    if (isTooLong || attempt + 1 >= attempts) {
      const retryAfter = Math.ceil(wait / 1000);
      throw isLimited ? refusal(429, retryAfter, false) : unavailable({ retryAfter, retriable: false });
    }
    metrics.retried();
    // After a 429 the gate waits.
    if (isLimited) continue;
    if (requested > backoff) onWait(Date.now() + wait);
    await pause(wait + Math.random() * JITTER_MS, signal);
  }
}

/** Milliseconds that a refusal asks to wait. */
function requestedWait({ headers }: UpstreamAnswer, isLimited: boolean): number {
  if (!isLimited) return waitAfterFailure(headers) ?? 0;
  return Math.max(timeToReset(headers) ?? 0, waitAfterRefusal(headers) ?? 0);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // If the message was stopped while the refusal was read, no `abort` event will follow.
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
