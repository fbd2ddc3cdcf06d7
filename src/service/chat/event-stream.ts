import { ProtocolError } from '../../protocol/errors.ts';
import { formatStreamEvent, type StreamEvent } from '../../protocol/stream-events.ts';

/**
 * A reply as the bytes of docs/interface.md section 6. The caller has read the first event, so that a reply that fails before it can still
 * get an error status. Reads the next event only when the client reads.
 */
export function eventStream(
  first: StreamEvent,
  rest: AsyncGenerator<StreamEvent, void>,
  hooks: { onLeave: () => void; onEnd: (error?: unknown) => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: StreamEvent | undefined = first;
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const event = next ?? (await rest.next()).value;
          next = undefined;
          // Cancelled while waiting for the event: `cancel` ends the reply.
          if (isCancelled) return;
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
            // The reader has left.
          }
        }
      },
      async cancel() {
        isCancelled = true;
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
