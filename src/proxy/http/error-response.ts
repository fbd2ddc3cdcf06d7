import { ProtocolError } from '../../protocol/errors.ts';
import { REQUEST_ID_HEADER, type Trace } from '../../protocol/trace.ts';

/** The name of a wrong field comes from the request; the answer must not grow with it. */
const WORDS_MAX = 1000;

/** Every refusal in one shape, docs/interface.md section 7, with the ids to find it in the logs. */
export function errorResponse(error: ProtocolError, trace: Trace): Response {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (error.retryAfter !== undefined) {
    headers.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
  }
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer');
  // The rest of a refused body is not read.
  if (error.status === 413) headers.set('Connection', 'close');
  const body = error.toBody(trace);
  body.error.message = body.error.message.slice(0, WORDS_MAX);
  return new Response(JSON.stringify(body), { status: error.status, headers });
}

/** Any unexpected error becomes `internal`. */
export function asProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  return new ProtocolError('internal', 'Something went wrong here.', { cause: error });
}

/** Headers of every answer. An answer that may be cached has set `Cache-Control` itself. */
export function addAnswerHeaders(headers: Headers, { requestId }: Trace): void {
  headers.set(REQUEST_ID_HEADER, requestId);
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
}

/** The owner frees space; trying again alone helps nobody. */
export function storageFull(cause?: unknown): ProtocolError {
  return new ProtocolError('internal', 'The storage is full. Nothing was saved.', { status: 507, cause });
}
