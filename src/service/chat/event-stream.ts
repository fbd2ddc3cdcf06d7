import { ProtocolError } from '../../protocol/errors.ts';
import { formatStreamEvent, type StreamEvent } from '../../protocol/stream-events.ts';

/**
 * A reply as the bytes of section 6. The first event has been read already, so that a reply which fails before it
 * could still be refused with a status. Events are made as fast as they are read and no faster.
 */
export function eventStream(
  first: StreamEvent,
  rest: AsyncGenerator<StreamEvent, void>,
  hooks: { onLeave: () => void; onEnd: (error?: unknown) => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: StreamEvent | undefined = first;
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const event = next ?? (await rest.next()).value;
          next = undefined;
          // Just as it came: it can be given to nobody, and `cancel` sees to the end.
          if (isLeft) return;
          if (event) controller.enqueue(encoder.encode(formatStreamEvent(event)));
          if (!event || event.type === 'done') {
            await rest.return();
            hooks.onEnd();
            controller.close();
          }
        } catch (error) {
          hooks.onEnd(error);
          try {
            controller.enqueue(encoder.encode(formatStreamEvent(errorEvent(error))));
            controller.close();
          } catch {
            // The reader has left, and nobody is there to be told.
          }
        }
      },
      async cancel() {
        isLeft = true;
        hooks.onLeave();
        try {
          await rest.return();
          hooks.onEnd();
        } catch (error) {
          hooks.onEnd(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

function errorEvent(error: unknown): StreamEvent {
  const known = error instanceof ProtocolError;
  return {
    type: 'error',
    message: known ? error.message : 'The answer could not be finished. Please try again.',
    code: known ? error.code : 'internal',
  };
}
