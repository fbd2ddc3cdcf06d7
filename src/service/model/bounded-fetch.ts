/** Bytes of an answer that is no stream: a whole reply, a list of models, an error. */
const WHOLE_MAX = 4 * 1024 * 1024;

/** `fetch` whose answer breaks off when it gets larger than any real one. The events of a stream are bound by its reader. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const isStream = response.ok && response.headers.get('content-type')?.includes('text/event-stream');
  if (!response.body || isStream) return response;
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= WHOLE_MAX) controller.enqueue(chunk);
      else controller.error(new Error('The answer is larger than any real one.'));
    },
  });
  return new Response(response.body.pipeThrough(bounded), response);
}
