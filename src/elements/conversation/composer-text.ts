import type { Conversation } from '../../client/index.ts';
import type { AgentChatComposer } from './agent-chat-composer.ts';

export interface ComposerTextHost {
  conversation: Conversation | undefined;
  readonly composer: AgentChatComposer | null;
  requestUpdate(): void;
}

/** What stands in the composer: the conversation's draft, or the visitor's last message while that is edited. */
export class ComposerText {
  /** Whether the composer holds the visitor's last message. */
  editing = false;
  /** The draft of the conversation in view is not in the composer yet. */
  due = true;
  readonly #host: ComposerTextHost;

  constructor(host: ComposerTextHost) {
    this.#host = host;
  }

  /** Another conversation, or another state of it, is in view. */
  replace(): void {
    this.editing = false;
    this.due = true;
  }

  fill(): void {
    const { composer, conversation } = this.#host;
    if (!this.due || !composer || !conversation) return;
    this.due = false;
    composer.text = conversation.draft;
  }

  edit(text: string): void {
    const { composer } = this.#host;
    if (!composer) return;
    this.editing = true;
    composer.text = text;
    composer.focusField();
    this.#host.requestUpdate();
  }

  readonly onEditEnd = (): void => {
    this.replace();
    this.#host.requestUpdate();
  };

  readonly onDraft = (event: CustomEvent<{ text: string }>): void => {
    const { conversation } = this.#host;
    // What is being edited has been sent already: it is no draft.
    if (conversation && !this.editing) conversation.draft = event.detail.text;
  };
}
