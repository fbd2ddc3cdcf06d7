import type { LitElement } from 'lit';
import type { Conversation } from '../../client/conversation/conversation.ts';
import type { ChatMessage, ClientTool, Turn } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../markdown/index.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import type { LogList } from './log/log-list.ts';
import type { ScrollFollow } from './log/scroll-follow.ts';

// The elements as their controllers see them. Importing the classes would be a cycle.

/** `<agent-chat-conversation>` */
export interface ConversationHost extends LitElement {
  readonly conversation: Conversation | undefined;
  readonly settings: PublicSettings;
  readonly strings: Strings;
  readonly locale: string;
  readonly tools: ReadonlyMap<string, ClientTool>;
  readonly markdown: PageMarkdownOptions;
  readonly composer: HTMLElementTagNameMap['agent-chat-composer'];
  readonly log: HTMLElement;
  readonly list: LogList;
  readonly follow: ScrollFollow;
  /** Whether a form takes the composer's place until it is answered. */
  readonly blocksComposer: boolean;
  /** Key of the first answer that the visitor has not scrolled to. */
  unseen: string | undefined;
  requestLead(): void;
  focusComposer(): Promise<void>;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Puts the conversation's draft into the composer. */
  restoreDraft(): void;
}

/** `<agent-chat-message>` */
export interface MessageHost extends LitElement {
  readonly message: ChatMessage | undefined;
  readonly turn: Turn | undefined;
  readonly last: boolean;
  readonly editable: boolean;
  readonly strings: Strings;
  readonly locale: string;
}
