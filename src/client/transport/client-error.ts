import type { TurnError, TurnErrorCode } from '../conversation/conversation-state.ts';

interface ClientErrorOptions {
  /** Milliseconds to wait before another attempt. */
  wait?: number | undefined;
  /** The HTTP status, if there was a response. */
  status?: number;
  /** False if the proxy says that another try will not succeed. */
  retriable?: boolean;
  cause?: unknown;
}

/** A request that failed. Compare `code`; `message` is for developers. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: TurnErrorCode;
  readonly wait: number | undefined;
  readonly status: number | undefined;
  readonly retriable: boolean;

  constructor(code: TurnErrorCode, message: string, options: ClientErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.wait = options.wait;
    this.status = options.status;
    this.retriable = options.retriable ?? true;
  }

  /** Reads a refusal. Its code is loaded on demand; if that fails, the status alone decides. */
  static async from(response: Response): Promise<ClientError> {
    const { status } = response;
    try {
      const { readRefusal } = await import('./refusal.ts');
      const { code, message, wait, retriable } = await readRefusal(response);
      return new ClientError(code, message, { status, wait, retriable });
    } catch (cause) {
      const code = status >= 500 ? 'upstream_unavailable' : status === 429 ? 'rate_limited' : 'unreadable';
      return new ClientError(code, `status ${status}`, { status, cause });
    }
  }

  toTurnError(): TurnError {
    return {
      code: this.code,
      message: this.message,
      ...(this.wait && { retryAfter: Math.ceil(this.wait / 1000) }),
    };
  }
}
