import type { ReactiveController, TemplateResult } from 'lit';
import type { Conversation } from '../../client/conversation/conversation.ts';
import type { RestoredConversation } from '../../client/conversation/restore.ts';
import type { ChatMessage, ClientTool } from '../../client/index.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';
import type { PagePartRenderer } from '../conversation/parts/part-renderer.ts';
import type { AgentChatBase } from './agent-chat-base.ts';
import type { OpenReason } from './events.ts';
import type { LanguageController } from './settings/language-controller.ts';
import type { ThemeVariables } from './settings/theme-sheet.ts';

/** The corner of the launcher and the window. `start` and `end` are mirrored in right-to-left languages. */
export type Placement = 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start';

/** `<agent-chat>` as its controllers see it. */
export interface WidgetHost extends AgentChatBase {
  readonly language: LanguageController;
  /** URL of the proxy. */
  readonly resolvedEndpoint: string;
  /** The known settings, later ones win: from the server, from the `settings` property. */
  readonly settingsLayers: readonly SettingsPatch[];
  /** Whether `agent-chat-ready` has been dispatched: the settings have arrived or cannot be loaded. */
  readonly isReady: boolean;
  readonly resolvedPlacement: Placement;
  /** Sets custom properties that are derived from the settings; undefined before the first update. */
  setThemeVariables: (variables: ThemeVariables) => void;
  /** @param trigger the page's own button, if it was one: it gets the focus back */
  requestOpen(reason: OpenReason, trigger?: HTMLElement): void;
  /** Requests the settings again; they may have changed since the page was loaded. */
  refreshSettings(): void;
  hide(): void;
  focusComposer(): Promise<void>;
  sendMessage(text: string): Promise<void>;
  readonly messages: readonly ChatMessage[];
  readonly unread: number;
  /** Set by the page observers. Returns undefined if nothing is unread. */
  renderUnread?: () => UnreadView | undefined;
}

/** What the launcher shows of the unread replies. */
export interface UnreadView {
  /** Part of the launcher's accessible name. */
  label: string;
  badge: TemplateResult;
}

/** The window, whose code is loaded on first intent. */
export interface ChatWindow extends ReactiveController {
  readonly conversation: Conversation;
  /** Replies that the visitor has not seen. */
  readonly unread: number;
  /** Starts another conversation if the host names another agent, proxy or visitor. */
  connect(): void;
  /**
   * Moves the focus into the window, unless it was opened automatically or the visitor has moved the focus since.
   * @param focusedBefore the element that had the focus when the window was requested
   * @returns whether the visitor has left the focus where it was
   */
  onOpened(reason: OpenReason, focusedBefore: Element | null, trigger?: HTMLElement): boolean;
  render(): TemplateResult;
  send(text: string): Promise<void>;
  focusComposer(): void;
  restore(conversation: RestoredConversation): void;
  registerPart(type: string, renderer: PagePartRenderer): void;
  registerTool(name: string, tool: ClientTool): void;
  logout(): void;
}
