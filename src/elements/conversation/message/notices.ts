import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, Turn, TurnError } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { retryIcon } from '../icons.ts';

/** What goes wrong on the line. It has to be told without fetching anything; what somebody has said need not. */
const ON_THE_LINE: ReadonlySet<string | undefined> = new Set(['offline', 'timeout', 'stream_interrupted']);

/** Whether what a turn failed of, or waits for, is the line. */
export function isOnTheLine({ error, waitReason }: Turn): boolean {
  return ON_THE_LINE.has(error?.code ?? waitReason);
}

/**
 * What a turn that is not simply answering says about itself, by the words at hand.
 * @param help what helps after a failure.
 */
export function turnNotice(
  { status, error }: Turn,
  strings: Strings,
  help: unknown,
): TemplateResult | typeof nothing {
  if (status === 'failed') return notice(errorText(error, strings), help, ' error');
  if (status === 'waiting') return notice(strings.waitingForNetwork, takeBackButton(strings));
  return status === 'interrupted' ? notice(strings.resuming) : nothing;
}

/** What a settled reply says when its end did not come. */
export function incompleteNotice(
  { incomplete }: ChatMessage,
  strings: Strings,
  last: boolean,
): TemplateResult | undefined {
  return incomplete && notice(strings[incomplete], last ? retryButton(strings) : nothing);
}

export function notice(text: string, button: unknown = nothing, kind = ''): TemplateResult {
  const name = `notice${kind}`;
  return html`<div part=${name} class=${name}><p .textContent=${text}></p>${button}</div>`;
}

export function retryButton(strings: Strings): TemplateResult {
  return noticeButton('retry', strings.tryAgain, retryIcon);
}

export function takeBackButton(strings: Strings): TemplateResult {
  return noticeButton('take-back', strings.takeBack);
}

export function noticeButton(action: string, label: string, icon: unknown = nothing): TemplateResult {
  return html`<button type="button" class="quiet-button" data-action=${action}>${icon}${label}</button>`;
}

/** An error in the visitor's words, by its code: a server's own text is never shown. */
function errorText(error: TurnError | undefined, strings: Strings): string {
  const texts = new Map(Object.entries(strings.errors));
  return texts.get(error?.code ?? '') ?? strings.errorElse;
}
