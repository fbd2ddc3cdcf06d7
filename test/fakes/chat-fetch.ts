import type { AssistantMessage } from '../../src/protocol/message.ts';

/** A request as it reached the network's edge. */
export interface SeenRequest {
  url: string;
  method: string;
  headers: Headers;
  /** The parsed JSON body. */
  body: unknown;
  /** True once the caller has let go of it. */
  aborted: boolean;
}

export type Answer = (request: SeenRequest, signal: AbortSignal) => Response | Promise<Response>;

export interface ChatFetch {
  fetch: typeof fetch;
  /** Every request so far, oldest first. */
  seen: SeenRequest[];
  /** Those that asked the agent something. */
  asked(): SeenRequest[];
}

/**
 * A network with one server at its end, which answers request number n with the n-th answer (the last one for all
 * that follow). As the real `fetch`: rejects at once when the signal is aborted, and breaks the body on abort.
 */
export function chatFetch(...answers: Answer[]): ChatFetch {
  const seen: SeenRequest[] = [];
  let chats = 0;
  return {
    seen,
    asked: () => seen.filter(r => r.method === 'POST' && r.url.endsWith('/chat')),
    fetch: async (input, init) => {
      const request = new Request(
        input instanceof Request ? input : new URL(String(input), 'http://proxy.test'),
        init,
      );
      const text = await request.clone().text();
      const record: SeenRequest = {
        url: request.url,
        method: request.method,
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
        aborted: false,
      };
      seen.push(record);
      const signal = init?.signal ?? new AbortController().signal;
      signal.addEventListener('abort', () => {
        record.aborted = true;
      });
      signal.throwIfAborted();
      const isChat = request.method === 'POST' && request.url.endsWith('/chat');
      if (!isChat) return new Response(null, { status: 204 });
      const answer = answers[Math.min(chats++, answers.length - 1)];
      if (!answer) throw new TypeError('network down');
      const response = await answer(record, signal);
      signal.throwIfAborted();
      return response;
    },
  };
}

/** An event stream of these chunks of bytes. `end`: close (default), hang, or break the line. */
export function eventStream(
  chunks: readonly (string | Uint8Array)[],
  options: { end?: 'close' | 'hang' | 'break'; headers?: Record<string, string> } = {},
): Answer {
  return (_request, signal) => {
    const left = chunks.map(chunk => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => {
          try {
            controller.error(signal.reason);
          } catch {}
        });
      },
      pull(controller) {
        const next = left.shift();
        if (next) controller.enqueue(next);
        else if (options.end === 'break') controller.error(new TypeError('network error'));
        else if (options.end === 'hang') return new Promise(() => {});
        else controller.close();
      },
    });
    return new Response(body, {
      headers: { 'Content-Type': 'text/event-stream; charset=utf-8', ...options.headers },
    });
  };
}

/** A refusal with the interface's body. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Answer {
  return () => Response.json({ error: { code, message: `refused with ${code}` } }, { status, headers });
}

/** A whole reply as the interface's section 2.2 writes it. */
export function reply(
  text: string,
  over: { id?: string; conversationId?: string; finishReason?: string } = {},
): AssistantMessage {
  return {
    id: over.id ?? 'reply-1',
    role: 'assistant',
    parts: [{ type: 'text', text }],
    metadata: {
      userMessageId: 'question-1',
      conversationId: over.conversationId ?? 'conversation-1',
      userId: null,
      finishReason: over.finishReason ?? 'stop',
      usage: { credits: 1 },
    },
  };
}

/** The bytes of a reply: one event a token, then `done`, each with an SSE id when `ids` is set. */
export function sse(
  tokens: readonly string[],
  message = reply(tokens.join('')),
  ids = true,
  firstId = 1,
): string[] {
  const events: unknown[] = [
    ...tokens.map(content => ({ type: 'token', content })),
    { type: 'done', data: message },
  ];
  return events.map((event, i) => `${ids ? `id: ${firstId + i}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
}
