import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { Trace } from '../protocol/trace.ts';
import { serverOf } from './http-spans.ts';
import { errorType, inSpan, startSpan, type TracedSpan } from './spans.ts';

/*
 * Spans of searches and model calls, by the semantic conventions for generative AI
 * (https://github.com/open-telemetry/semantic-conventions-genai, 0.1, in development), without any content.
 */

export interface ModelCall {
  operation: 'chat' | 'embeddings';
  model: string;
  /** Of the endpoint. */
  url: string;
  attributes?: Attributes;
}

/** A model call over an OpenAI-compatible API. The provider attribute names the API, not the company behind the endpoint. */
export function startModelCall(
  { operation, model, url, attributes }: ModelCall,
  trace: Trace | undefined,
): TracedSpan {
  const { hostname, port, protocol } = URL.parse(url) ?? {};
  return startSpan(`${operation} ${model}`, trace, {
    kind: SpanKind.CLIENT,
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': model,
      ...(hostname && serverOf(hostname, port ?? '', protocol ?? '')),
      ...attributes,
    },
  });
}

/** Runs a search in a span. @param source what is searched: the `documents` of an agent, or its taught `answers` */
export function traceSearch<T>(
  source: 'documents' | 'answers',
  trace: Trace | undefined,
  search: () => Promise<T>,
): Promise<T> {
  const attributes = { 'gen_ai.operation.name': 'retrieval', 'gen_ai.data_source.id': source };
  return inSpan(startSpan('retrieval', trace, { attributes }), search);
}

/** Passes on what a model sends. The span lasts until the end, and gets the time of the first piece and the reasons. */
export async function* traceModelStream<T extends { finishReason: string | undefined }>(
  span: TracedSpan,
  started: number,
  pieces: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  let isFirst = true;
  try {
    for await (const piece of pieces) {
      if (isFirst) span.set({ 'gen_ai.response.time_to_first_chunk': (performance.now() - started) / 1000 });
      isFirst = false;
      if (piece.finishReason) span.set({ 'gen_ai.response.finish_reasons': [piece.finishReason] });
      yield piece;
    }
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}
