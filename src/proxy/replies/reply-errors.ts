import { type ErrorCode, ProtocolError } from '../../protocol/errors.ts';
import type { StreamEvent } from '../../protocol/stream-events.ts';

/** The end of a reply that broke off. */
export function interrupted(code: ErrorCode = 'stream_interrupted'): ProtocolError {
  return new ProtocolError(code, 'The reply was interrupted.');
}

export function differentQuestion(): ProtocolError {
  return new ProtocolError('conflict', 'Idempotency-Key: was used for another message');
}

/** Any failure of a reply as a refusal for its visitor. */
export function asRefusal(error: unknown): ProtocolError {
  return error instanceof ProtocolError ? error : interrupted();
}

/** The event that ends a stream with an error, docs/interface.md section 6. */
export function errorEvent({ code, message }: ProtocolError): StreamEvent {
  return { type: 'error', code, message };
}
