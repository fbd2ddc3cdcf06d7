import { type ConversationState, isRunning } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { interactions } from '../lazy-modules.ts';
import type { AgentChatMessage } from '../message/agent-chat-message.ts';

/** How long a spoken text stays in the page: long enough to be read out, and not met again by a later walk through it. */
const STAYS_MS = 5000;

/** An answer that is there within this time needs no word that it is coming. */
const SOON_MS = 1000;

/**
 * The one place that speaks to screen readers: what becomes of a turn, once for each state, and the answer when it is
 * whole. The log itself is silent, or every token would be read aloud. A text that was just said is not said again.
 */
export class Announcer {
  /** To be put into the page once; what is said stands in it. */
  readonly element: HTMLElement = document.createElement('div');
  #clear: ReturnType<typeof setTimeout> | undefined;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #last = '';
  #next: string | undefined;

  constructor() {
    this.element.role = 'status';
    this.element.className = 'visually-hidden';
  }

  /** Says at once what became of something the visitor has just done. */
  say(text: string | undefined): void {
    if (!text || text === this.#last) return;
    this.#last = text;
    this.element.textContent = text;
    clearTimeout(this.#clear);
    this.#clear = setTimeout(() => {
      const next = this.#next;
      this.#silence();
      this.say(next);
    }, STAYS_MS);
  }

  stop(): void {
    clearTimeout(this.#clear);
    clearTimeout(this.#wait);
    this.#silence();
  }

  /** @param answer the message that the turn's reply is drawn in. */
  async announce(
    before: ConversationState,
    after: ConversationState,
    strings: Strings,
    agentName: string,
    answer: AgentChatMessage | undefined,
  ): Promise<void> {
    await answer?.updateComplete;
    const notice = answer?.querySelector('.notice p')?.textContent;
    // An answer that is drawn whole has fetched them, where they can be had.
    const said = (): string | undefined => answer && interactions.now?.readOut(answer);
    this.#tell(spokenChange(before, after, strings, agentName, notice, said), isRunning(after));
  }

  /**
   * Says what goes on by itself, of what is still coming a moment later, and once what was said before has been heard:
   * screen readers cut short what is soon followed by more. Only the newest is still worth saying then.
   */
  #tell(text: string | undefined, coming: boolean): void {
    // What is over needs no word that it is coming, either.
    if (text || !coming) clearTimeout(this.#wait);
    if (!text) return;
    const due = (): void => {
      if (this.#last) this.#next = text;
      else this.say(text);
    };
    if (coming) this.#wait = setTimeout(due, SOON_MS);
    else due();
  }

  #silence(): void {
    this.#last = '';
    this.#next = undefined;
    this.element.textContent = '';
  }
}

/**
 * What to say when a conversation goes from one state to the next; undefined for nothing.
 * @param notice what the reply's message says about itself
 * @param answer what is read out of it
 */
function spokenChange(
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
