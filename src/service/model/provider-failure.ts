import { ProtocolError } from '../../protocol/errors.ts';

const RETRY_AFTER_MAX = 300;

/** Reasons for the operator's log. */
const CAUSES: Readonly<Record<number, string>> = {
  400: 'the model endpoint refused the request as invalid, or as longer than the context of the model',
  401: 'the model endpoint refused the key (OPENAI_API_KEY)',
  402: 'the model endpoint asks for payment',
  403: 'the model endpoint does not allow this key to use the model',
  404: 'the model endpoint does not know this address or model (OPENAI_BASE_URL, the setting `model`)',
  413: 'the request is too large for the model endpoint',
  429: 'the model endpoint is busy or its quota is used up',
};

/** Statuses below 500 after which the same request may succeed a little later. */
const TRANSIENT = new Set([408, 409, 425, 429]);
/** `code` or `type` of a 429 because the quota of the account is used up. */
const USED_UP = new Set<unknown>(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/** `code` or `type` of an error about a prompt that exceeds the context of the model. */
const TOO_LONG = new Set<unknown>(['context_length_exceeded', 'exceed_context_size_error']);
const CONTEXT_TOO_SHORT =
  'the context of the model is too short for the instructions, the passages and the question';

/** The model sent nothing for too long. */
export class ModelTimeout extends Error {
  override readonly name = 'ModelTimeout';
}

/** The reply has no text and no tool call. */
export class EmptyAnswer extends Error {
  override readonly name = 'EmptyAnswer';
}

export interface ProviderFailure {
  /** For the visitor. */
  error: ProtocolError;
  /** For the log. Contains no text of the provider. */
  log: { status?: number; reason: string };
}

/** Describes an error of the model or its endpoint, by `status`, `code` and class. */
export function describeFailure(error: unknown, begun: boolean): ProviderFailure {
  const { status, headers, name } = error as Partial<Record<'status' | 'headers' | 'name', unknown>>;
  if (begun) {
    return {
      error: new ProtocolError('stream_interrupted', 'The answer broke off. Please try again.'),
      log: {
        reason: name === 'ModelTimeout' ? 'the model stopped sending' : 'the answer of the model was cut off',
      },
    };
  }
  if (name === 'ModelTimeout') return refusal(504, 'the model did not answer in time (MODEL_TIMEOUT)');
  if (name === 'EmptyAnswer') return refusal(502, 'the reply of the model is empty');
  if (typeof status !== 'number')
    return refusal(502, 'the model endpoint cannot be reached, or does not speak the OpenAI API');
  const retryAfter = status === 429 || status === 503 ? retryAfterOf(headers) : undefined;
  const isTooLong = hasCode(error, TOO_LONG);
  const reason = isTooLong ? CONTEXT_TOO_SHORT : (CAUSES[status] ?? 'the model endpoint failed');
  const failure = refusal(retryAfter === undefined && status !== 429 ? 502 : 503, reason, {
    retryAfter,
    retriable: (status >= 500 || TRANSIENT.has(status)) && !isTooLong && !hasCode(error, USED_UP),
  });
  return { ...failure, log: { status, reason } };
}

/** Whether the prompt exceeds the context of the model. */
export function isContextTooShort(error: unknown): boolean {
  return hasCode(error, TOO_LONG);
}

function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  const { code, type } = (error ?? {}) as { code?: unknown; type?: unknown };
  return codes.has(code) || codes.has(type);
}

function refusal(
  status: 502 | 503 | 504,
  reason: string,
  { retryAfter, retriable = true }: { retryAfter?: number | undefined; retriable?: boolean } = {},
): ProviderFailure {
  const message =
    status === 502
      ? 'No answer can be given at the moment. Please try again later.'
      : 'The assistant is very busy at the moment. Please try again later.';
  const options = { status, ...(retryAfter !== undefined && { retryAfter }), retriable };
  return { error: new ProtocolError('upstream_unavailable', message, options), log: { reason } };
}

/** Seconds, at most `RETRY_AFTER_MAX`. Ignores dates. */
function retryAfterOf(headers: unknown): number | undefined {
  const value = headers instanceof Headers ? headers.get('retry-after') : null;
  if (value === null || !/^\d{1,6}$/.test(value)) return undefined;
  return Math.min(RETRY_AFTER_MAX, Math.max(1, Number(value)));
}
