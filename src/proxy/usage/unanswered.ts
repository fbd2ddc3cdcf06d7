import { ANSWER_HEADER, NO_ANSWER } from '../../protocol/extension-headers.ts';
import { type AssistantMessage, isTextPart } from '../../protocol/message.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';

/** Finish reasons of a reply that was withheld. */
const WITHHELD: readonly string[] = ['content_filter', 'error'];

/**
 * Whether a reply that reached its end holds no answer: the service says that it found none, it said nothing at all,
 * or the model's provider withheld it. A model that writes "I don't know" cannot be told from one that knows, and a
 * thumb down is an opinion: neither counts.
 */
export function isUnanswered(
  head: UpstreamAnswer['headers'],
  { parts, metadata }: AssistantMessage,
): boolean {
  if (head.get(ANSWER_HEADER) === NO_ANSWER || WITHHELD.includes(metadata.finishReason)) return true;
  return parts.every(part => isTextPart(part) && part.text.trim() === '');
}
