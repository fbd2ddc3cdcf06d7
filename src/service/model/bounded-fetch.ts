/** Bytes of one event of a stream. Some hold a few words, the largest a tool's whole input. */
const EVENT_MAX = 256 * 1024;
/** Bytes of an answer that is no stream: a whole reply, a list of models, an error. */
const WHOLE_MAX = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * `fetch` whose answer breaks off when it is, or an event of it gets, larger than any real one. The SDK gathers an
 * event in memory and searches it from its start at each slice, which takes quadratic time.
 */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream');
  const body = response.body.pipeThrough(isStream ? boundedEvents() : boundedWhole());
  return new Response(body, response);
}

function boundedEvents(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  let lineIsEmpty = true;
  return bounded(chunk => {
    for (const byte of chunk) {
      if (byte === LINE_FEED) {
        if (lineIsEmpty) size = 0;
        lineIsEmpty = true;
      } else if (byte !== CARRIAGE_RETURN) lineIsEmpty = false;
      size++;
    }
    return size <= EVENT_MAX;
  });
}

function boundedWhole(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return bounded(chunk => {
    size += chunk.length;
    return size <= WHOLE_MAX;
  });
}

function bounded(fits: (chunk: Uint8Array) => boolean): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      if (fits(chunk)) controller.enqueue(chunk);
      else controller.error(new Error('The answer is larger than any real one.'));
    },
  });
}
