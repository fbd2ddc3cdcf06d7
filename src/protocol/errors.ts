/** One body for every error (docs/interface.md section 7) and the codes that go into it. */

import type { Trace } from './trace.ts';

const STATUS = {
  /** The message is empty, only white space, or longer than 2,000 characters. */
  invalid_message: 400,
  /** The request or one of its fields is invalid; the message names the field and the rule. */
  invalid_request: 400,
  /** A token or key is missing, expired or wrong. */
  unauthorized: 401,
  /** The workspace's credits of this month are used up. */
  credits_exhausted: 402,
  /** The caller is known and may not do this. */
  forbidden: 403,
  /** The agent's owner does not allow the chat on this site. */
  origin_not_allowed: 403,
  /** The agent, conversation, reply or address does not exist, or belongs to somebody else. */
  not_found: 404,
  /** An `external_id`, email, idempotency key or version collides with one that exists. */
  conflict: 409,
  /** The body exceeds its limit. */
  payload_too_large: 413,
  /** Too many requests; `Retry-After` says when to come back. */
  rate_limited: 429,
  /** The server failed. The log has the reason under the response's `requestId`. */
  internal: 500,
  /** The agent service cannot be reached, failed, or refused the proxy. */
  upstream_unavailable: 502,
  /** The reply broke off. What arrived can be kept; asking again is a new message. */
  stream_interrupted: 502,
} as const;

export type ErrorCode = keyof typeof STATUS;
export type ErrorStatus = (typeof STATUS)[ErrorCode] | 405 | 408 | 415 | 417 | 431 | 503 | 504 | 507;

export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    requestId?: string;
    /** The caller's `traceparent`, or that of the server's span while tracing is on. */
    traceparent?: string;
    /** False if another try will not succeed, or all tries were made. Absent: the status decides. */
    retriable?: false;
  };
}

export interface ErrorOptions {
  /** Differs from the code's usual status, for instance 415 for an `invalid_request`. */
  status?: ErrorStatus;
  /** Whole seconds until it is worth trying again; becomes `Retry-After`. */
  retryAfter?: number;
  /** False: the caller must not retry automatically. */
  retriable?: boolean;
  cause?: unknown;
}

/** A refusal that may be shown to the caller as it is: never an upstream's text, a path or a secret. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
  readonly retryAfter: number | undefined;
  readonly retriable: boolean;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? STATUS[code];
    this.retryAfter = options.retryAfter;
    this.retriable = options.retriable ?? true;
  }

  toBody(trace?: Trace): ErrorBody {
    const { code, message, retriable } = this;
    return { error: { code, message, ...trace, ...(!retriable && { retriable }) } };
  }
}

/** A field that is wrong, by its path, with the rule it breaks. */
export function invalidField(field: string, rule: string): ProtocolError {
  return new ProtocolError('invalid_request', `${field}: ${rule}`);
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(STATUS, value);
}
