import type { StreamEvent } from '../../protocol/stream-events.ts';
import { isAssistantMessage } from '../../protocol/stream-events.ts';
import { ClientError } from './client-error.ts';

/** A reply that came whole instead of streamed. A captive portal's page is `unreadable`. */
export function readWhole(body: unknown): StreamEvent {
  const { data, error } = Object(body) as { data?: unknown; error?: { code?: unknown } };
  if (isAssistantMessage(data)) return { type: 'done', data };
  if (error) {
    const code = Object(error).code as unknown;
    return { type: 'error', message: 'refused', ...(typeof code === 'string' && { code }) };
  }
  throw new ClientError('unreadable', 'not a reply');
}
