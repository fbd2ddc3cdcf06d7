import type { LitElement } from 'lit';
import type { Conversation } from '../../client/conversation/conversation.ts';
import type { Strings } from '../../locales/strings.ts';
import type { LogList } from './log-list.ts';
import type { ScrollFollow } from './scroll-follow.ts';

/** The conversation on screen, for what is done in its log. */
export interface LogHost extends LitElement {
  readonly conversation: Conversation | undefined;
  readonly strings: Strings;
  /** Found by its tag: it fetches what is done here. */
  readonly composer: HTMLElementTagNameMap['agent-chat-composer'];
  readonly log: HTMLElement;
  readonly list: LogList;
  readonly follow: ScrollFollow;
  /** Whether a form has to be answered before the next question. */
  readonly gated: boolean;
  /** Key of the first answer the reader has not scrolled to. */
  unseen: string | undefined;
  requestLead(): void;
  focusComposer(): void;
  say(text: string): void;
  /** Puts the conversation's draft back into the composer. */
  takeDraft(): void;
}
