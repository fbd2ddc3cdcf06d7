import type { TemplateResult } from 'lit';
import { nothing } from 'lit';
import type { ChatMessage, TurnError } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { notice, noticeButton, retryButton } from './notices.ts';

/**
 * What helps after this error. Where another try can't, none is offered.
 * @param contact whether the visitor can leave one instead.
 */
export function helpFor(
  error: TurnError | undefined,
  strings: Strings,
  contact: boolean,
): TemplateResult | typeof nothing {
  switch (error?.code) {
    case 'credits_exhausted':
    case 'forbidden':
    case 'origin_not_allowed':
      return contact ? noticeButton('contact', strings.leaveContact) : nothing;
    case 'invalid_message':
    case 'payload_too_large':
      return noticeButton('edit', strings.edit);
    default:
      return retryButton(strings);
  }
}

/** What a reply that came to its end says when it is not all of one. */
export function endNotice(
  { finishReason, parts }: ChatMessage,
  strings: Strings,
  last: boolean,
): TemplateResult | typeof nothing {
  if (finishReason === 'length')
    return notice(strings.cutForLength, last ? noticeButton('continue', strings.continue) : nothing);
  if (finishReason === 'content_filter') return notice(strings.contentFiltered);
  // Nothing to read, nothing a tool did: silence would look like a fault of the page.
  if (parts.some(part => part.type !== 'text' || part.text)) return nothing;
  return notice(strings.errorElse, last ? retryButton(strings) : nothing);
}
