import type { Conversation, FeedbackValue } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { textOf } from '../../protocol/message.ts';
import type { AgentChatComposer } from './agent-chat-composer.ts';
import { unfinished } from './suggestions.ts';

/** What the log's buttons act upon. */
export interface LogActionsHost extends HTMLElement {
  conversation: Conversation | undefined;
  strings: Strings;
  readonly composer: AgentChatComposer | null;
  readonly log: HTMLElement | null;
  /** Whether a form has to be answered before the next question. */
  readonly gated: boolean;
  submit(text: string): void;
  requestLead(): void;
  beginEditing(text: string): void;
  focusComposer(): void;
  say(text: string): void;
}

/** What asks something, so that a form that comes first is to be answered before it. */
const ASKS: ReadonlySet<string> = new Set(['retry', 'answer-again', 'continue', 'suggestion', 'edit']);

/** Does what the buttons in the log say. One listener for all of them, however long the log is. */
export class LogActions {
  #host: LogActionsHost;

  constructor(host: LogActionsHost) {
    this.#host = host;
  }

  onClick(event: MouseEvent): void {
    const host = this.#host;
    const button = (event.target as Element).closest<HTMLElement>('button[data-action]');
    if (host.gated && button && ASKS.has(button.dataset.action!)) {
      host.querySelector<HTMLElement>('[part~=lead-form] input')?.focus();
      return;
    }
    switch (button?.dataset.action) {
      case 'retry':
      case 'answer-again':
        void host.conversation?.retry();
        break;
      case 'continue':
        host.submit(host.strings.continueMessage);
        break;
      case 'suggestion':
        this.#useSuggestion(button.dataset.text ?? '');
        break;
      case 'edit':
        this.#edit();
        return;
      case 'contact':
        host.requestLead();
        return;
      default:
        return;
    }
    this.#keepFocus(event);
  }

  async onFeedback(
    event: CustomEvent<{ key: string; value: FeedbackValue; reason?: string }>,
  ): Promise<void> {
    const { key, value, reason } = event.detail;
    const { conversation, strings } = this.#host;
    try {
      await conversation?.rate(key, value, reason);
      this.#host.say(strings.feedbackThanks);
    } catch {
      this.#host.say(strings.feedbackFailed);
    }
  }

  /** The pressed button goes away: focus moves on, but never opens a phone's keyboard by itself. */
  #keepFocus(event: MouseEvent): void {
    const byKeyboard = event.detail === 0;
    if (byKeyboard || !matchMedia('(pointer: coarse)').matches) this.#host.focusComposer();
    else this.#host.log?.focus({ preventScroll: true });
  }

  #useSuggestion(suggestion: string): void {
    const beginning = unfinished(suggestion);
    const { composer } = this.#host;
    if (beginning === undefined) this.#host.submit(suggestion);
    else if (composer) composer.text = beginning;
  }

  #edit(): void {
    const last = this.#host.conversation?.state.messages.findLast(message => message.role === 'user');
    if (last) this.#host.beginEditing(textOf(last.parts));
  }
}
