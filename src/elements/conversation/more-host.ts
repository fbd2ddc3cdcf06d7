import type { LiveConversation } from '../../client/conversation/live-conversation.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PublicSettings } from '../../protocol/settings.ts';

/** What the menu acts upon. */
export interface MoreHost extends HTMLElement {
  conversation: LiveConversation | undefined;
  settings: PublicSettings;
  strings: Strings;
  locale: string;
  requestUpdate(): void;
  readonly updateComplete: Promise<boolean>;
  focusComposer(): void;
  say(text: string): void;
  requestLead(): void;
}
