import type { AssistantMessage } from './message.ts';
import { areParts } from './message.ts';

/** The events of a streamed reply, docs/interface.md section 6. `token…` then exactly one of `done` and `error`. */
export type StreamEvent =
  | { type: 'token'; content: string }
  | { type: 'done'; data: AssistantMessage }
  | { type: 'error'; message: string; code?: string };

/**
 * Reads the JSON of one `data:` line. Undefined for anything that is not one of the three events,
 * which a client skips: later versions may add types (docs/interface.md section 9).
 */
export function parseStreamEvent(json: string): StreamEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const event = (value ?? {}) as Record<string, unknown>;
  switch (event.type) {
    case 'token':
      return typeof event.content === 'string' ? { type: 'token', content: event.content } : undefined;
    case 'done':
      return isAssistantMessage(event.data) ? { type: 'done', data: event.data } : undefined;
    case 'error':
      return {
        type: 'error',
        message: typeof event.message === 'string' ? event.message : '',
        ...(typeof event.code === 'string' && { code: event.code }),
      };
    default:
      return undefined;
  }
}

/** One event as the bytes of docs/interface.md section 6: a `data:` line and a blank line. JSON never holds a raw line break. */
export function formatStreamEvent(event: StreamEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/**
 * Whether a reply has the minimum that can be shown: an id, parts with a type, and the metadata of docs/interface.md
 * section 2.2.
 */
export function isAssistantMessage(value: unknown): value is AssistantMessage {
  const message = value as Partial<AssistantMessage> | null | undefined;
  return (
    typeof message?.id === 'string' &&
    areParts(message.parts) &&
    typeof message.metadata?.conversationId === 'string'
  );
}
