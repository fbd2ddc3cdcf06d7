import { type ErrorCode, type ErrorStatus, ProtocolError } from '../../protocol/errors.ts';
import { BACKOFF_FIRST_MS } from '../../protocol/limits.ts';
import { waitAfterRefusal } from '../../protocol/rate-limit.ts';
import type { Trace } from '../../protocol/trace.ts';
import { readLimited } from '../http/body.ts';
import { storageFull } from '../http/error-response.ts';
import type { Logger } from '../operations/logger.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * The refusals that visitors get, by the service's status. The texts are ours, because the service's text may quote
 * the key. Any other status is a fault of the setup or the service; the visitor can only come back later.
 */
const REFUSALS: Readonly<Record<number, { code: ErrorCode; message: string }>> = {
  400: { code: 'invalid_request', message: 'The agent did not accept this.' },
  402: { code: 'credits_exhausted', message: 'The agent has no credits left.' },
  403: { code: 'forbidden', message: 'This agent cannot be used here.' },
  404: { code: 'not_found', message: 'There is no such agent or conversation.' },
  409: { code: 'conflict', message: 'This exists already.' },
  413: { code: 'payload_too_large', message: 'The agent did not accept so much at once.' },
  429: { code: 'rate_limited', message: 'The agent has too much to do. Please try again in a moment.' },
};

const ERROR_BODY_MAX = 64 * 1024;
/** Milliseconds for the body of a refusal. The status alone is nearly enough. */
const ERROR_BODY_MS = 5000;

/** Whether the same request may succeed a little later. */
export function isTransient(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** The refusal for the visitor. Reads only the error code and `retriable` from the body. */
export async function refusalOf(response: UpstreamAnswer): Promise<ProtocolError> {
  const { code, retriable } = await readError(response);
  if (code === 'credits_exhausted') return refusal(402);
  if (response.status === 400 && code === 'invalid_message') {
    const options = { retriable: false };
    return new ProtocolError('invalid_message', 'message: was not accepted by the agent', options);
  }
  if (response.status === 429) {
    const seconds = Math.ceil((waitAfterRefusal(response.headers) ?? BACKOFF_FIRST_MS) / 1000);
    return refusal(429, seconds, retriable !== false);
  }
  return retriable === false ? unavailable({ retriable }) : refusal(response.status);
}

/**
 * @param retryAfter whole seconds until a retry is worthwhile
 * @param retriable whether the visitor's client may retry automatically
 */
export function refusal(status: number, retryAfter?: number, retriable = isTransient(status)): ProtocolError {
  if (status === 507) return storageFull();
  const known = REFUSALS[status];
  const options = {
    ...(retryAfter !== undefined && { retryAfter }),
    retriable,
  };
  return known ? new ProtocolError(known.code, known.message, options) : unavailable(options);
}

export function unavailable(
  options: { status?: ErrorStatus; retryAfter?: number; retriable?: boolean } = {},
): ProtocolError {
  return new ProtocolError('upstream_unavailable', 'The agent cannot be reached at the moment.', options);
}

async function readError(response: UpstreamAnswer): Promise<{ code?: unknown; retriable?: unknown }> {
  const timer = setTimeout(() => response.body.cancel(), ERROR_BODY_MS);
  try {
    const text = new TextDecoder().decode(await readLimited(response.body, ERROR_BODY_MAX));
    return Object((JSON.parse(text) as { error?: unknown }).error);
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}

/** Logs a refusal whose cause only the owner can fix. */
export function reportRefusal(
  logger: Logger,
  answer: Trace & { status: number },
  refused: ProtocolError,
): void {
  if (refused.code === 'credits_exhausted') {
    logger.warn(answer, 'the service has no credits left');
  } else if (answer.status === 401 || answer.status === 403) {
    logger.error(answer, 'the service does not accept the key for this agent');
  } else if (refused.code === 'upstream_unavailable') {
    logger.error(answer, 'the service did not answer as an agent service does');
  }
}
