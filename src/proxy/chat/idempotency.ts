import type { ChatRequest } from '../../protocol/chat-request.ts';
import { invalidField, type ProtocolError } from '../../protocol/errors.ts';
import { digest } from '../access/crypto.ts';

/** Visible ASCII, 1 to 255 characters. Dots alone mean something else in the address that stops a reply. */
const KEY = /^(?!\.\.?$)[\x21-\x7e]{1,255}$/;

/** @throws ProtocolError `invalid_request` */
export function readIdempotencyKey(value: string | undefined): string | undefined {
  if (value === undefined || KEY.test(value)) return value;
  throw invalidField(
    'Idempotency-Key',
    'must have 1 to 255 visible ASCII characters and be neither . nor ..',
  );
}

/** Number of the last event a reader has; 0 for none. @throws ProtocolError `invalid_request` */
export function readLastEventId(value: string | undefined): number {
  if (value === undefined || value === '') return 0;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw noSuchEvent();
}

export function noSuchEvent(): ProtocolError {
  return invalidField('Last-Event-ID', 'must be the id of an event of this reply');
}

/** Where a reply is filed: under its agent, its visitor and the key he chose, so that no other visitor finds it. */
export function replyKey(agentId: string, subject: string, key: string): Promise<string> {
  return digest(JSON.stringify([agentId, subject, key]));
}

/** What was asked; streamed or not makes no difference to the reply. */
export function questionDigest(request: ChatRequest): Promise<string> {
  const { message, conversationId = null, userId = null } = request;
  return digest(JSON.stringify([message, conversationId, userId]));
}
