import type { Conversation } from '../../../src/client/index.ts';
import type { ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, sse } from '../../fakes/chat-fetch.ts';

/** Resolves as soon as a change of the conversation makes it so. */
export async function until(conversation: Conversation, condition: () => boolean): Promise<void> {
  if (condition()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = conversation.subscribe(() => condition() && resolve());
  await promise;
  stop();
}

export function texts(conversation: Conversation): unknown[] {
  return conversation.state.messages.map(m => (m.parts[0] as { text?: unknown } | undefined)?.text);
}

/** The reply "Hello", whose second half arrives when told to. */
export function halfReply(): { network: ChatFetch; finish: () => void } {
  const [first, ...others] = sse(['Hel', 'lo']);
  const rest = Promise.withResolvers<void>();
  const bytes = new TextEncoder();
  const network = chatFetch(
    (_request, signal) =>
      new Response(
        new ReadableStream<Uint8Array>({
          async start(body) {
            signal.addEventListener('abort', () => body.error(signal.reason));
            body.enqueue(bytes.encode(first));
            await rest.promise;
            if (!signal.aborted) body.enqueue(bytes.encode(others.join('')));
          },
        }),
        { headers: { 'Content-Type': 'text/event-stream', 'X-Visitor-Token': 'visitor-token' } },
      ),
  );
  return { network, finish: rest.resolve };
}
