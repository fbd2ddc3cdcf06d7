/** One body for every error (section 7) and the codes that go into it. */

const STATUS = {
  invalid_message: 400,
  invalid_request: 400,
  unauthorized: 401,
  credits_exhausted: 402,
  forbidden: 403,
  origin_not_allowed: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal: 500,
  upstream_unavailable: 502,
  stream_interrupted: 502,
} as const;

export type ErrorCode = keyof typeof STATUS;
export type ErrorStatus = (typeof STATUS)[ErrorCode] | 405 | 408 | 415 | 417 | 431 | 503 | 504 | 507;

export interface ErrorBody {
  error: { code: ErrorCode; message: string; requestId?: string };
}

export interface ErrorOptions {
  /** Differs from the code's usual status, for instance 415 for an `invalid_request`. */
  status?: ErrorStatus;
  /** Whole seconds until it is worth trying again; becomes `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal that may be shown to the caller as it is: never an upstream's text, a path or a secret. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? STATUS[code];
    this.retryAfter = options.retryAfter;
  }

  toBody(requestId?: string): ErrorBody {
    return { error: { code: this.code, message: this.message, ...(requestId && { requestId }) } };
  }
}

/** A field that is wrong, by its path, with the rule it breaks. */
export function invalidField(field: string, rule: string): ProtocolError {
  return new ProtocolError('invalid_request', `${field}: ${rule}`);
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(STATUS, value);
}
