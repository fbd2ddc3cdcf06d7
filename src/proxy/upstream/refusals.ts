import { type ErrorCode, type ErrorStatus, ProtocolError } from '../../protocol/errors.ts';
import { BACKOFF_FIRST_MS } from '../../protocol/limits.ts';
import { waitAfterRefusal } from '../../protocol/rate-limit.ts';
import { readCounted } from '../http/bytes.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * What a visitor is told when the service refuses, by the service's status. The words are ours: nothing the
 * service wrote goes through, it may quote the key. A status that is not here is a fault of the setup or of the
 * service, and all the visitor can do is to come back later.
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
/** Milliseconds for the body of a refusal. Nobody waits longer: the status says nearly all. */
const ERROR_BODY_MS = 5000;

/** The refusal a visitor sees. Reads the body only for a code that says more than the status. */
export async function refusalOf(response: UpstreamAnswer): Promise<ProtocolError> {
  const code = await readErrorCode(response);
  if (code === 'credits_exhausted') return refusal(402);
  if (response.status === 400 && code === 'invalid_message') {
    return new ProtocolError('invalid_message', 'message: was not accepted by the agent');
  }
  if (response.status === 429) {
    return refusal(429, Math.ceil((waitAfterRefusal(response.headers) ?? BACKOFF_FIRST_MS) / 1000));
  }
  return refusal(response.status);
}

/** @param retryAfter whole seconds until another try is worth it */
export function refusal(status: number, retryAfter?: number): ProtocolError {
  const known = REFUSALS[status];
  if (!known) return unavailable();
  return new ProtocolError(known.code, known.message, retryAfter === undefined ? {} : { retryAfter });
}

export function unavailable(options: { status?: ErrorStatus; retryAfter?: number } = {}): ProtocolError {
  return new ProtocolError('upstream_unavailable', 'The agent cannot be reached at the moment.', options);
}

async function readErrorCode(response: UpstreamAnswer): Promise<unknown> {
  const timer = setTimeout(() => response.body.cancel(), ERROR_BODY_MS);
  try {
    const text = new TextDecoder().decode(await readCounted(response.body, ERROR_BODY_MAX));
    return (JSON.parse(text) as { error?: { code?: unknown } }).error?.code;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
