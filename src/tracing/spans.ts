import {
  type Attributes,
  context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace as tracing,
} from '@opentelemetry/api';
import type { Trace } from '../protocol/trace.ts';

export interface SpanStart {
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Finds the SDK that the operator has registered, also if that happens later. Without one its spans do nothing. */
const tracer = tracing.getTracer('agent-chat');

/**
 * A span of OpenTelemetry. It carries what an operator may see anyway: never a key, a token, a text, a user or an address,
 * and of an error its type only, because its message may quote any of them.
 */
export class TracedSpan {
  /** The ids to log and to pass on: the caller's `traceparent`, or that of this span while tracing is on. */
  readonly trace: Trace;
  readonly #span: Span;
  #holds = 0;
  #isDone = false;

  constructor(span: Span, parent: Trace) {
    this.#span = span;
    this.trace = traceWith(span, parent);
  }

  /** False without an SDK, and if the sampler leaves the span out. */
  get isRecording(): boolean {
    return this.#span.isRecording();
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  /** @param type of the error: a status, a code, or the name of its class */
  fail(type: string): void {
    this.#span.setAttribute('error.type', type);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** Runs a function inside the span, so that other instrumentation finds it. */
  run<T>(work: () => T): T {
    if (!isSpanContextValid(this.#span.spanContext())) return work();
    return context.with(tracing.setSpan(context.active(), this.#span), work);
  }

  /** Lets the span last until the returned function is called, although `end` is called before. */
  hold(): () => void {
    this.#holds++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds--;
      if (this.#isDone) this.end();
    };
  }

  end(): void {
    this.#isDone = true;
    if (this.#holds === 0) this.#span.end();
  }
}

/** @param parent with the ids of the span that it belongs to; without them, the active one of OpenTelemetry */
export function startSpan(
  name: string,
  parent: Trace | undefined,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanStart = {},
): TracedSpan {
  const active = context.active();
  const within = parent?.traceparent ? tracing.setSpanContext(active, read(parent.traceparent)) : active;
  return new TracedSpan(tracer.startSpan(name, { kind, attributes }, within), parent ?? { requestId: '' });
}

/** Runs `work` inside a span, which fails if `work` does, and ends. */
export async function inSpan<T>(span: TracedSpan, work: () => Promise<T>): Promise<T> {
  try {
    return await span.run(work);
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The status that an HTTP error carries, the system's code, or the name of the class. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const { status } = error as { status?: unknown };
  if (typeof status === 'number') return String(status);
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' && /^[\w.]{1,64}$/.test(code) ? code : error.name;
}

function read(traceparent: string): { traceId: string; spanId: string; traceFlags: number; isRemote: true } {
  const [, traceId = '', spanId = '', flags = '0'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function traceWith(span: Span, parent: Trace): Trace {
  const ids = span.spanContext();
  // Without an SDK a span has the ids of its parent, and no others.
  if (!isSpanContextValid(ids) || parent.traceparent?.includes(ids.spanId)) return parent;
  const flags = ids.traceFlags.toString(16).padStart(2, '0');
  return { ...parent, traceparent: `00-${ids.traceId}-${ids.spanId}-${flags}` };
}
