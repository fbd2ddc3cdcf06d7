import { ProtocolError } from '../../protocol/errors.ts';

/** One shape for every refusal, section 7, with the request's id so that an owner finds it in the logs. */
export function errorResponse(error: ProtocolError, requestId: string): Response {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (error.retryAfter !== undefined) {
    headers.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
  }
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer');
  // The rest of a body that was refused is not waited for.
  if (error.status === 413) headers.set('Connection', 'close');
  return new Response(JSON.stringify(error.toBody(requestId)), { status: error.status, headers });
}

/** What a visitor reads of a fault that nobody foresaw. */
export function asProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  return new ProtocolError('internal', 'Something went wrong here.', { cause: error });
}
