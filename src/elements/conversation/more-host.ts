import type { Conversation } from '../../client/conversation/conversation.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PublicSettings } from '../../protocol/settings.ts';

/** What the menu acts upon. */
export interface MoreHost extends HTMLElement {
  conversation: Conversation | undefined;
  settings: PublicSettings;
  strings: Strings;
  locale: string;
  requestUpdate(): void;
  readonly updateComplete: Promise<boolean>;
  focusComposer(): void;
  say(text: string): void;
  requestLead(): void;
}
