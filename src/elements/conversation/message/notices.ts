import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, Turn, TurnError } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { retryIcon } from '../icons.ts';

/** Connection errors. Their notices must not need code that has to be loaded. */
const CONNECTION_CODES: ReadonlySet<string | undefined> = new Set([
  'offline',
  'timeout',
  'stream_interrupted',
]);

/** Whether a turn failed because of the connection, or waits for the visitor's own to return. */
export function isConnectionProblem({ error, waitReason }: Turn): boolean {
  return error ? CONNECTION_CODES.has(error.code) : waitReason === 'offline' && !navigator.onLine;
}

/**
 * The notice of a turn that failed, waits or was interrupted.
 * @param help the action that helps after a failure.
 * @param icon undefined until its code has loaded.
 */
export function turnNotice(
  { status, error }: Turn,
  strings: Strings,
  help: unknown,
  icon: unknown,
): TemplateResult | typeof nothing {
  if (status === 'failed') return notice(errorText(error, strings), help, icon, ' error');
  if (status === 'waiting') return notice(strings.waitingForNetwork, unsendButton(strings), icon);
  return status === 'interrupted' ? notice(strings.resuming, nothing, icon) : nothing;
}

/** The notice of a reply that ended early. */
export function incompleteNotice(
  { incomplete }: ChatMessage,
  strings: Strings,
  last: boolean,
  icon: unknown,
): TemplateResult | undefined {
  return incomplete && notice(strings[incomplete], last ? retryButton(strings) : nothing, icon);
}

export function notice(
  text: string,
  button: unknown = nothing,
  icon: unknown = nothing,
  kind = '',
): TemplateResult {
  const name = `notice${kind}`;
  return html`<div part=${name} class=${name}>${icon}<p .textContent=${text}></p>${button}</div>`;
}

export function retryButton(strings: Strings): TemplateResult {
  return noticeButton('retry', strings.tryAgain, retryIcon);
}

export function unsendButton(strings: Strings): TemplateResult {
  return noticeButton('unsend', strings.takeBack);
}

export function noticeButton(action: string, label: string, icon: unknown = nothing): TemplateResult {
  return html`<button type="button" class="quiet-button" data-action=${action}>${icon}${label}</button>`;
}

/** An error message in the visitor's language, by its code. A server's own text is never shown. */
function errorText(error: TurnError | undefined, strings: Strings): string {
  // A new conversation does not help if the page names a wrong agent.
  if (error?.unknownAgent) return strings.errors.origin_not_allowed;
  const texts = new Map(Object.entries(strings.errors));
  return texts.get(error?.code ?? '') ?? strings.errorElse;
}
