import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, Turn, TurnError } from '../../client/index.ts';
import { secondsLeft } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { retryIcon } from './icons.ts';

/** What goes wrong on the line. It has to be told without fetching anything; what was refused need not. */
const ON_THE_LINE: ReadonlySet<string | undefined> = new Set(['offline', 'timeout', 'stream_interrupted']);

export function isOnTheLine(error: TurnError | undefined): boolean {
  return ON_THE_LINE.has(error?.code);
}

/**
 * What a turn that is not simply answering says about itself.
 * @param help what helps after a failure.
 * @param now milliseconds since 1970.
 */
export function turnNotice(
  turn: Turn,
  strings: Strings,
  help: unknown,
  now?: number,
): TemplateResult | typeof nothing {
  if (turn.status === 'failed') return notice(errorText(turn.error, strings), help, ' error');
  if (turn.status === 'interrupted') return notice(strings.resuming);
  if (turn.status !== 'waiting') return nothing;
  return notice(waitText(turn, strings, now), noticeButton('take-back', strings.takeBack));
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

export function noticeButton(action: string, label: string, icon: unknown = nothing): TemplateResult {
  return html`<button type="button" class="quiet-button" data-action=${action}>${icon}${label}</button>`;
}

/** What a question waits for before it is sent. */
function waitText(turn: Turn, strings: Strings, now?: number): string {
  if (turn.waitReason === 'offline') return strings.waitingForNetwork;
  if (turn.waitReason === 'bot-check') return strings.waitingForCheck;
  const seconds = secondsLeft(turn, now);
  return turn.waitReason === 'rate-limit'
    ? strings.waitingForLimit(seconds)
    : strings.waitingForService(seconds);
}

/** An error in the visitor's words, by its code: a server's own text is never shown. */
function errorText(error: TurnError | undefined, strings: Strings): string {
  const texts = new Map(Object.entries(strings.errors));
  return texts.get(error?.code ?? '') ?? strings.errorElse;
}
