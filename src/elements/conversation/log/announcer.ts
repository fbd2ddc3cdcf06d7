import { type ConversationState, isRunning } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { interactions } from '../lazy-modules.ts';
import type { AgentChatMessage } from '../message/agent-chat-message.ts';

/** How long an announcement stays in the page: long enough to be read, but gone when the visitor browses the page later. */
const CLEAR_AFTER_MS = 5000;

/** An answer that arrives within this time is not announced as pending. */
const PENDING_AFTER_MS = 1000;

/**
 * Announces each state of a turn once, and the answer when it is complete. The log itself is not live, or screen readers
 * would read every token. There are two live regions, because a text that returns to the same one may be passed over.
 */
export class Announcer {
  /** The live regions, to be added to the page once. */
  readonly element: HTMLElement = document.createElement('div');
  #region = 0;
  /** The last announcement, also after it was removed from the page. */
  #said = '';
  #clear: ReturnType<typeof setTimeout> | undefined;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #last = '';
  #next: string | undefined;

  constructor() {
    this.element.className = 'visually-hidden';
    for (let n = 0; n < 2; n++) {
      const region = document.createElement('div');
      region.role = 'status';
      this.element.append(region);
    }
  }

  /** Names the regions, which a visitor may meet who browses the page. */
  set label(label: string) {
    for (const region of this.element.children) region.ariaLabel = label;
  }

  /** Announces a text after the one that the focus causes. */
  sayLater(text: string): void {
    this.#announceChange(text, true);
  }

  /** Announces the result of a visitor's action immediately. */
  say(text: string | undefined): void {
    if (!text) return;
    this.#clearRegions();
    if (text === this.#said) this.#region = 1 - this.#region;
    this.#last = this.#said = text;
    // Orca ignores a text that is the same as the one before, whichever region it is in.
    this.element.children[this.#region]!.textContent = this.#region ? `${text}\u00a0` : text;
    clearTimeout(this.#clear);
    this.#clear = setTimeout(() => {
      const next = this.#next;
      this.#silence();
      this.say(next);
    }, CLEAR_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.#clear);
    clearTimeout(this.#wait);
    this.#silence();
  }

  /** @param answer the message that shows the turn's reply. */
  async announce(
    before: ConversationState,
    after: ConversationState,
    strings: Strings,
    agentName: string,
    answer: AgentChatMessage | undefined,
  ): Promise<void> {
    await answer?.updateComplete;
    const notice = answer?.querySelector('.notice p')?.textContent;
    // A complete answer has loaded them, unless loading failed.
    const getAnswer = (): string | undefined => answer && interactions.module?.announcedText(answer);
    // Stop moves the focus, and Orca drops what was announced just before.
    const stopped = !after.turn && after.messages.at(-1)?.incomplete === 'stopped';
    this.#announceChange(
      announcementFor(before, after, strings, agentName, notice, getAnswer),
      stopped || isRunning(after),
    );
  }

  /**
   * Announces a change of state after the previous announcement was read, and that an answer is pending only after a
   * moment: screen readers cut off what is soon followed by more. Only the latest waits.
   */
  #announceChange(text: string | undefined, coming: boolean): void {
    // A turn that has ended is no longer pending.
    if (text || !coming) clearTimeout(this.#wait);
    if (!text) return;
    const announce = (): void => {
      if (this.#last) this.#next = text;
      else this.say(text);
    };
    if (coming) this.#wait = setTimeout(announce, PENDING_AFTER_MS);
    else announce();
  }

  #silence(): void {
    this.#last = '';
    this.#next = undefined;
    this.#clearRegions();
  }

  #clearRegions(): void {
    for (const region of this.element.children) region.textContent = '';
  }
}

/**
 * The announcement for a change of state, or undefined.
 * @param notice the notice below the reply
 * @param answer the text of the answer to read out
 */
function announcementFor(
  before: ConversationState,
  after: ConversationState,
  strings: Strings,
  agentName: string,
  notice: string | undefined,
  answer: () => string | undefined,
): string | undefined {
  const { turn } = after;
  if (turn) {
    const same = before.turn?.idempotencyKey === turn.idempotencyKey && before.turn.status === turn.status;
    if (same || turn.status === 'streaming') return undefined;
    return notice ?? (before.turn ? undefined : strings.working(agentName));
  }
  if (!before.turn || after.messages.at(-1)?.key !== before.turn.replyKey) return undefined;
  return notice || answer() || strings.answerReady;
}
