import { isErrorCode } from '../../protocol/errors.ts';
import { waitAfterFailure, waitAfterRefusal } from '../../protocol/rate-limit.ts';
import type { TurnErrorCode } from '../conversation/conversation-state.ts';

/** The longest time (ms) that a question is held back. After a longer limit the proxy refuses it and says how long. */
const HOLD_MAX_MS = 5 * 60_000;

/** Milliseconds to hold back the next question. */
export function holdTime(headers: Headers): number {
  const wait = waitAfterRefusal(headers) ?? 0;
  return wait < HOLD_MAX_MS ? wait : 0;
}

/** Reads a refusal. If the body does not follow the interface (a CDN's page, nothing), the status alone decides. */
export async function readRefusal(
  response: Response,
): Promise<{ code: TurnErrorCode; message: string; wait: number | undefined; retriable: boolean }> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const error = (body as { error?: { code?: unknown; message?: unknown; retriable?: unknown } } | undefined)
    ?.error;
  const code = response.headers.has('X-Bot-Check')
    ? 'bot_check'
    : isErrorCode(error?.code)
      ? error.code
      : codeOfStatus(status);
  const message = typeof error?.message === 'string' ? error.message : `status ${status}`;
  const waitOf = status === 429 ? waitAfterRefusal : status >= 500 ? waitAfterFailure : undefined;
  return { code, message, wait: waitOf?.(response.headers), retriable: error?.retriable !== false };
}

function codeOfStatus(status: number): TurnErrorCode {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 402:
      return 'credits_exhausted';
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 409:
      return 'conflict';
    case 413:
      return 'payload_too_large';
    case 429:
      return 'rate_limited';
    default:
      return status >= 500 ? 'upstream_unavailable' : status >= 400 ? 'invalid_request' : 'unreadable';
  }
}
