import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, Turn } from '../../../client/index.ts';
import { secondsLeft } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { textOf } from '../../../protocol/message.ts';
import { isBlank } from '../../../protocol/text.ts';
import type { MessageHost } from '../hosts.ts';
import { notice, noticeButton, retryButton, takeBackButton } from './notices.ts';
import { UpdateInterval } from './update-interval.ts';

const MINUTE = 60_000;

interface Reader extends Element {
  strings: Strings;
  locale: string;
  /** Whether the visitor can leave a contact instead. */
  contact: boolean;
}

/** What helps after a turn has failed. Where another try can't, none is offered. */
export function helpFor(turn: Turn, reader: Reader): TemplateResult | typeof nothing {
  const { strings, locale, contact } = reader;
  const { error } = turn;
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

/** The minute that has begun by then, not the one before: a try too early would be refused again. */
function timeOf(at: number, locale: string): string {
  const minute = new Date(Math.ceil(at / MINUTE) * MINUTE);
  const today = minute.toDateString() === new Date().toDateString();
  const dateStyle = today ? undefined : 'medium';
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short' }).format(minute);
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
  if (!isBlank(textOf(parts)) || parts.some(({ type }) => type !== 'text')) return nothing;
  return notice(strings.errorElse, last ? retryButton(strings) : nothing);
}

/** What a question waits for before it is sent, where somebody has said so, and for how long. */
export class WaitNotice {
  readonly #host: MessageHost;
  #turn: Turn | undefined;
  /** The time by the device's clock when this turn was heard of, less that by one which nobody can set. */
  #heard = 0;

  constructor(host: MessageHost) {
    this.#host = host;
    // The seconds until the next try are counted down.
    new UpdateInterval(host, () => host.turn?.waitUntil !== undefined, 1000);
  }

  render(turn: Turn): TemplateResult {
    if (turn !== this.#turn) this.#heard = Date.now() - performance.now();
    this.#turn = turn;
    const { strings } = this.#host;
    return notice(this.#text(turn, strings), takeBackButton(strings));
  }

  #text(turn: Turn, strings: Strings): string {
    if (turn.waitReason === 'bot-check') return strings.waitingForCheck;
    const seconds = secondsLeft(turn, this.#heard + performance.now());
    if (turn.waitReason !== 'rate-limit') return strings.waitingForService(seconds);
    return [limitWords(this.#host), strings.waitingForLimit(seconds)].filter(Boolean).join(' ');
  }
}

/** What the owner says to a visitor who sends too much. */
function limitWords(host: Element): string | undefined {
  return host.closest('agent-chat-conversation')?.settings.rateLimit?.message;
}
