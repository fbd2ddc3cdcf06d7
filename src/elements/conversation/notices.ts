import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, Turn, TurnError } from '../../client/index.ts';
import { secondsLeft } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { retryIcon } from './icons.ts';

/**
 * What a turn that is not simply answering says about itself.
 * @param contact whether the visitor can leave one instead.
 */
export function turnNotice(turn: Turn, strings: Strings, contact: boolean): TemplateResult | typeof nothing {
  if (turn.status === 'failed') {
    const help = helpFor(turn.error, strings, contact);
    return html`<div part="notice error" class="notice error"><p>${errorText(turn.error, strings)}</p>${help}</div>`;
  }
  const text = stateText(turn, strings);
  return text ? html`<div part="notice" class="notice"><p>${text}</p></div>` : nothing;
}

/** What a settled reply says when it is not a whole one. */
export function messageNotice(
  message: ChatMessage,
  strings: Strings,
  last: boolean,
): TemplateResult | typeof nothing {
  const text = endText(message, strings);
  if (!text) return nothing;
  const button = message.finishReason === 'length' ? continueButton(strings) : retryButton(strings);
  const again = last && message.finishReason !== 'content_filter';
  return html`<div part="notice" class="notice"><p>${text}</p>${again ? button : nothing}</div>`;
}

/** A running turn's state in words; undefined while it simply works. */
export function stateText(turn: Turn, strings: Strings): string | undefined {
  if (turn.status === 'interrupted') return strings.resuming;
  if (turn.status !== 'waiting') return undefined;
  if (turn.waitReason === 'offline') return strings.waitingForNetwork;
  const seconds = secondsLeft(turn);
  return turn.waitReason === 'rate-limit'
    ? strings.waitingForLimit(seconds)
    : strings.waitingForService(seconds);
}

/** An error in the visitor's words, by its code: a server's own text is never shown. */
export function errorText(error: TurnError | undefined, strings: Strings): string {
  const texts: Partial<Record<string, string>> = { ...strings.errors };
  return (error && texts[error.code]) ?? strings.errorElse;
}

/** Why a settled reply is not whole; undefined when it is. */
export function endText(message: ChatMessage, strings: Strings): string | undefined {
  if (message.incomplete) return strings[message.incomplete];
  if (message.finishReason === 'length') return strings.cutForLength;
  if (message.finishReason === 'content_filter') return strings.contentFiltered;
  // Nothing to read, nothing a tool did: silence would look like a fault of the page.
  return message.parts.some(part => part.type !== 'text' || part.text) ? undefined : strings.errorElse;
}

/** What helps after this error. Where another try can't, none is offered. */
function helpFor(
  error: TurnError | undefined,
  strings: Strings,
  contact: boolean,
): TemplateResult | typeof nothing {
  switch (error?.code) {
    case 'credits_exhausted':
    case 'forbidden':
    case 'origin_not_allowed':
      return contact ? button('contact', strings.leaveContact) : nothing;
    case 'invalid_message':
    case 'payload_too_large':
      return button('edit', strings.edit);
    default:
      return retryButton(strings);
  }
}

function retryButton(strings: Strings): TemplateResult {
  return html`<button type="button" class="quiet-button" data-action="retry">${retryIcon}${strings.tryAgain}</button>`;
}

function continueButton(strings: Strings): TemplateResult {
  return button('continue', strings.continue);
}

function button(action: string, label: string): TemplateResult {
  return html`<button type="button" class="quiet-button" data-action=${action}>${label}</button>`;
}
