import { isErrorCode } from '../protocol/errors.ts';
import { waitAfterRefusal } from '../protocol/rate-limit.ts';
import type { TurnError, TurnErrorCode } from './conversation-state.ts';

interface ClientErrorOptions {
  /** Milliseconds until another try is worth it. */
  wait?: number | undefined;
  /** The HTTP status, when there was an answer. */
  status?: number;
  cause?: unknown;
}

/** A request that failed. Compare `code`; `message` is for developers. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: TurnErrorCode;
  readonly wait: number | undefined;
  readonly status: number | undefined;

  constructor(code: TurnErrorCode, message: string, options: ClientErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.wait = options.wait;
    this.status = options.status;
  }

  /** Reads a refusal. A body that is not the interface's (a CDN's page, nothing) is told by its status alone. */
  static async from(response: Response): Promise<ClientError> {
    const { status } = response;
    const body: unknown = await response.json().catch(() => undefined);
    const error = (body as { error?: { code?: unknown; message?: unknown } } | undefined)?.error;
    const code = isErrorCode(error?.code) ? error.code : codeOfStatus(status);
    const message = typeof error?.message === 'string' ? error.message : `status ${status}`;
    const wait = status === 429 || status >= 500 ? waitAfterRefusal(response.headers) : undefined;
    return new ClientError(code, message, { status, wait });
  }

  toTurnError(): TurnError {
    return {
      code: this.code,
      message: this.message,
      ...(this.wait !== undefined && { retryAfter: Math.ceil(this.wait / 1000) }),
    };
  }
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
