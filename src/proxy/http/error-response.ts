import { ProtocolError } from '../../protocol/errors.ts';

/** The name of a wrong field comes from the request, and an answer must not grow with that. */
const WORDS_MAX = 1000;

/** One shape for every refusal, section 7, with the request's id so that an owner finds it in the logs. */
export function errorResponse(error: ProtocolError, requestId: string): Response {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (error.retryAfter !== undefined) {
    headers.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
  }
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer');
  // The rest of a body that was refused is not waited for.
  if (error.status === 413) headers.set('Connection', 'close');
  const body = error.toBody(requestId);
  body.error.message = body.error.message.slice(0, WORDS_MAX);
  return new Response(JSON.stringify(body), { status: error.status, headers });
}

/** What a visitor reads of a fault that nobody foresaw. */
export function asProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  return new ProtocolError('internal', 'Something went wrong here.', { cause: error });
}
