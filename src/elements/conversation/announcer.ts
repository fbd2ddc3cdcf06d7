import type { ConversationState } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { AgentChatMessage } from './agent-chat-message.ts';
import { Speech } from './speech.ts';
import { spokenText } from './spoken-text.ts';
import { READ_OUT_MAX, spokenChange } from './turn-speech.ts';

/** An answer that is there within this time needs no word that it is coming. */
const SOON_MS = 1000;

/** Tells screen readers what becomes of a turn: once for each state, and the answer when it is whole. */
export class Announcer {
  readonly #speech = new Speech();

  /** To be put into the page once; what is said stands in it. */
  get element(): HTMLElement {
    return this.#speech.element;
  }

  say(text: string): void {
    this.#speech.say(text);
  }

  stop(): void {
    this.#speech.stop();
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
    const text = () =>
      answer ? spokenText(answer.querySelector('.text') ?? answer, READ_OUT_MAX).trim() : '';
    const running = after.turn && after.turn.status !== 'failed';
    this.#speech.tell(spokenChange(before, after, strings, agentName, text), running ? SOON_MS : 0);
  }
}
