import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, Turn } from '../../../client/index.ts';
import { secondsLeft } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { textOf } from '../../../protocol/message.ts';
import { isBlank } from '../../../protocol/text.ts';
import type { MessageHost } from '../hosts.ts';
import { alertIcon, clockIcon } from './notice-icons.ts';
import { notice, noticeButton, retryButton, unsendButton } from './notices.ts';
import { UpdateInterval } from './update-interval.ts';

const MINUTE = 60_000;

interface Reader extends Element {
  strings: Strings;
  locale: string;
  /** Whether the visitor can leave a contact. */
  contact: boolean;
}

/** The action that helps after a failed turn. A retry is offered only if it can succeed. */
export function helpFor(turn: Turn, reader: Reader): TemplateResult | typeof nothing {
  const { strings, locale, contact } = reader;
  const { error } = turn;
  if (error?.unknownAgent) return nothing;
  switch (error?.code) {
    case 'credits_exhausted':
    case 'forbidden':
    case 'origin_not_allowed':
      return contact ? noticeButton('contact', strings.leaveContact) : nothing;
    case 'invalid_message':
    case 'payload_too_large':
      return noticeButton('edit', strings.edit);
    default:
      return html`${[
        error?.code === 'rate_limited' && limitWords(reader),
        error?.retryAfter && strings.retryFrom(timeOf(turn.startedAt + error.retryAfter * 1000, locale)),
      ].map(words => (words ? html`<p>${words}</p>` : nothing))}${retryButton(strings)}`;
  }
}

/** Rounded up to the minute: an earlier retry would be refused again. */
function timeOf(at: number, locale: string): string {
  const minute = new Date(Math.ceil(at / MINUTE) * MINUTE);
  const today = minute.toDateString() === new Date().toDateString();
  const dateStyle = today ? undefined : 'medium';
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short' }).format(minute);
}

/** The notice below a finished reply that is cut off, filtered or empty. */
export function endNotice(
  { finishReason, parts }: ChatMessage,
  strings: Strings,
  last: boolean,
): TemplateResult | typeof nothing {
  if (finishReason === 'length')
    return notice(
      strings.cutForLength,
      last ? noticeButton('continue', strings.continue) : nothing,
      alertIcon,
    );
  if (finishReason === 'content_filter') return notice(strings.contentFiltered, nothing, alertIcon);
  // An empty reply without a notice would look like a bug.
  if (!isBlank(textOf(parts)) || parts.some(({ type }) => type !== 'text')) return nothing;
  return notice(strings.errorElse, last ? retryButton(strings) : nothing, alertIcon);
}

/** Shows what a question waits for before it is sent, such as a rate limit, and for how long. */
export class WaitNotice {
  readonly #host: MessageHost;
  #turn: Turn | undefined;
  /** `Date.now() - performance.now()` when the turn was first rendered, so that changes of the clock do not matter. */
  #heard = 0;

  constructor(host: MessageHost) {
    this.#host = host;
    // Counts down the seconds.
    new UpdateInterval(host, () => host.turn?.waitUntil !== undefined, 1000);
  }

  render(turn: Turn): TemplateResult {
    if (turn !== this.#turn) this.#heard = Date.now() - performance.now();
    this.#turn = turn;
    const { strings } = this.#host;
    return notice(this.#text(turn, strings), unsendButton(strings), this.#renderIcon(turn));
  }

  /** How much of the time is left, as a ring; a clock if that is unknown. */
  #renderIcon({ waitUntil, startedAt }: Turn): TemplateResult {
    if (waitUntil === undefined) return clockIcon;
    const left = (waitUntil - this.#heard - performance.now()) / (waitUntil - startedAt);
    const style = `--_left: ${Math.min(1, Math.max(0, left))}turn`;
    return html`<i class="ring" aria-hidden="true" .style=${style}></i>`;
  }

  #text(turn: Turn, strings: Strings): string {
    if (turn.waitReason === 'bot-check') return strings.waitingForCheck;
    const seconds = secondsLeft(turn, this.#heard + performance.now());
    if (turn.waitReason !== 'rate-limit') return strings.waitingForService(seconds);
    return [limitWords(this.#host), strings.waitingForLimit(seconds)].filter(Boolean).join(' ');
  }
}

/** The owner's own message for the rate limit. */
function limitWords(host: Element): string | undefined {
  return host.closest('agent-chat-conversation')?.settings.rateLimit?.message;
}

/** Says beside the moving dots that the answer takes longer, unless a notice says why. */
export function sayLongWait(dots: HTMLElement, { longWait: text }: Pick<Strings, 'longWait'>): void {
  if (!dots.isConnected || dots.closest('agent-chat-message')?.querySelector('.notice')) return;
  const hint = document.createElement('span');
  hint.textContent = text;
  dots.append(hint);
  dots.dispatchEvent(new CustomEvent('say', { bubbles: true, detail: { text } }));
}
