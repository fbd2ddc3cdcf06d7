import type { LitElement, TemplateResult } from 'lit';
import type { Turn } from '../../client/index.ts';
import { secondsLeft } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { notice, takeBackButton } from './notices.ts';
import { RedrawInterval } from './redraw-interval.ts';

/** The reply whose question waits. */
interface WaitHost extends LitElement {
  readonly turn: Turn | undefined;
  readonly strings: Strings;
}

/** What a question waits for before it is sent, where somebody has said so, and for how long. */
export class WaitNotice {
  readonly #host: WaitHost;
  #turn: Turn | undefined;
  /** The time by the device's clock when this turn was heard of, less that by one which nobody can set. */
  #heard = 0;

  constructor(host: WaitHost) {
    this.#host = host;
    // The seconds until the next try are counted down.
    new RedrawInterval(host, () => host.turn?.waitUntil !== undefined, 1000);
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
export function limitWords(host: Element): string | undefined {
  return host.closest('agent-chat-conversation')?.settings.rateLimit?.message;
}
