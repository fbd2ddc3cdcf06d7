import { type Attributes, SpanKind, trace as tracing } from '@opentelemetry/api';
import type { Trace } from '../protocol/trace.ts';
import { startSpan, type TracedSpan } from './spans.ts';

/*
 * Spans of HTTP requests, by the semantic conventions (https://opentelemetry.io/docs/specs/semconv/http/http-spans/, 1.45)
 * less what may name a person or open something: queries, ids in paths, the caller's address and browser, headers.
 */

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
/** Path segments that are part of a route. Every other segment is masked as an id. */
const ROUTE_SEGMENTS = new Set(
  'v2 api agents chat chatbots contacts settings history draft-chat conversations export answers unanswered check restore models sources sites skipped documents uploads ask personal-data find delete session usage feedback extensions healthz readyz metrics openapi.json'.split(
    ' ',
  ),
);

/** Starts the span of an incoming request. `recordServerResponse` names its route; the caller ends it. */
export function startServerSpan(method: string, url: string, trace: Trace): TracedSpan {
  const { protocol, pathname } = new URL(url);
  // Instrumentation around this server has read the caller's ids already: its span is the parent.
  const parent = tracing.getActiveSpan() ? { requestId: trace.requestId } : trace;
  return startSpan(nameOf(method), parent, {
    kind: SpanKind.SERVER,
    attributes: {
      ...methodOf(method),
      'url.scheme': protocol.slice(0, -1),
      'url.path': maskedPath(pathname),
      'http.request.header.x-request-id': [trace.requestId],
    },
  });
}

/** @param route undefined for an address where nothing is */
export function recordServerResponse(
  span: TracedSpan,
  method: string,
  route: string | undefined,
  status: number,
): void {
  if (route !== undefined) {
    span.rename(`${nameOf(method)} ${route}`);
    span.set({ 'http.route': route });
  }
  span.set({ 'http.response.status_code': status });
  if (status >= 500) span.fail(String(status));
}

/** A request that is sent. Give it the status of the answer with `recordClientResponse`, and end it with the answer's body. */
export function startClientSpan(
  method: string,
  url: string,
  trace: Trace | undefined,
  resends: number,
): TracedSpan {
  const { origin, hostname, port, protocol, pathname } = new URL(url);
  const path = maskedPath(pathname);
  return startSpan(`${nameOf(method)} ${path}`, trace, {
    kind: SpanKind.CLIENT,
    attributes: {
      ...methodOf(method),
      ...serverOf(hostname, port, protocol),
      'url.full': origin + path,
      'url.template': path,
      ...(resends > 0 && { 'http.request.resend_count': resends }),
    },
  });
}

export function recordClientResponse(span: TracedSpan, status: number): void {
  span.set({ 'http.response.status_code': status });
  if (status >= 400) span.fail(String(status));
}

/** The server that a span calls. */
export function serverOf(hostname: string, port: string, protocol: string): Attributes {
  return {
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

/** An unknown method may be any text. */
function methodOf(method: string): Attributes {
  return { 'http.request.method': METHODS.has(method) ? method : '_OTHER' };
}

function nameOf(method: string): string {
  return METHODS.has(method) ? method : 'HTTP';
}

/** The path of a request with `{id}` in place of whatever names something. */
export function maskedPath(path: string): string {
  return path
    .split('/')
    .map(segment => (segment === '' || ROUTE_SEGMENTS.has(segment) ? segment : '{id}'))
    .join('/');
}
