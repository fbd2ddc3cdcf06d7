/** What identifies a request in the logs of everything that it passes through. */
export interface Trace {
  requestId: string;
  /** The caller's `traceparent`, or that of our span while tracing is on: https://www.w3.org/TR/trace-context/ */
  traceparent?: string;
}

export const REQUEST_ID_HEADER = 'X-Request-Id';
export const TRACEPARENT_HEADER = 'traceparent';

/** No quotes, spaces or line breaks, because the id goes into logs and headers. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The ids that a caller sent, if they are valid. Without an id, the request gets one. */
export function readTrace(headers: Headers): Trace {
  const requestId = headers.get(REQUEST_ID_HEADER) ?? '';
  const traceparent = headers.get(TRACEPARENT_HEADER) ?? '';
  return {
    requestId: REQUEST_ID.test(requestId) ? requestId : crypto.randomUUID(),
    ...(TRACEPARENT.test(traceparent) && { traceparent }),
  };
}

/** The headers that carry the ids on. */
export function traceHeaders({ requestId, traceparent }: Trace): Record<string, string> {
  return { [REQUEST_ID_HEADER]: requestId, ...(traceparent && { [TRACEPARENT_HEADER]: traceparent }) };
}
