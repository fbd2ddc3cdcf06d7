import type { ReactiveController, TemplateResult } from 'lit';
import type { Conversation } from '../../client/conversation/conversation.ts';
import type { RestoredConversation } from '../../client/conversation/restore.ts';
import type { ChatMessage, ClientTool } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';
import type { PagePartRenderer } from '../conversation/parts/part-renderer.ts';
import type { AgentChatProperties } from './agent-chat-properties.ts';
import type { OpenReason } from './events.ts';
import type { CustomProperties } from './given-styles.ts';
import type { LanguageSource } from './language-source.ts';
import type { Placement } from './placement.ts';

/** The launcher's side, as the window sees it. */
export interface WindowOwner extends AgentChatProperties {
  readonly language: LanguageSource;
  /** Where the proxy is. */
  readonly address: string;
  /** What is known of the settings; later layers win: the server's, the page's `settings`, its attributes. */
  readonly layers: readonly SettingsPatch[];
  /** Whether `agent-chat-ready` has been said: the settings are in, or can't be had. */
  readonly ready: boolean;
  readonly corner: Placement;
  /** Sets custom properties that come from the settings. */
  give: (properties: CustomProperties) => void;
  openFor(reason: OpenReason, by?: HTMLElement): void;
  hide(): void;
  focusComposer(): Promise<void>;
  sendMessage(text: string): Promise<void>;
  readonly messages: readonly ChatMessage[];
  /** Replies not seen yet. */
  readonly unread: number;
  setUnread(count: number): void;
}

/** The window, which arrives on first intent. */
export interface ChatWindow extends ReactiveController {
  readonly conversation: Conversation;
  /** Speaks to whom the owner now names; another agent, proxy or visitor is another conversation. */
  connect(): void;
  /** The visitor, the page or a timer opened the window; only the first two may move the focus. */
  opened(reason: OpenReason, pressed?: HTMLElement): void;
  render(strings: Partial<Strings>): TemplateResult;
  send(text: string): Promise<void>;
  focusComposer(): void;
  restore(earlier: RestoredConversation): void;
  registerPart(type: string, renderer: PagePartRenderer): void;
  registerTool(name: string, tool: ClientTool): void;
  logout(): void;
}
