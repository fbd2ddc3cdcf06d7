import type { ReactiveController, TemplateResult } from 'lit';
import type { ChatMessage, Conversation, RestoredMessage } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { OpenReason } from './events.ts';
import type { GivenStylesSheet } from './given-styles.ts';
import type { Placement } from './placement.ts';
import type { KnownSettings } from './resolve-settings.ts';

/** What the launcher's side tells the window at each drawing. */
export interface WindowView {
  open: boolean;
  inline: boolean;
  settings: KnownSettings;
  strings: Strings;
  language: string;
  dir: 'ltr' | 'rtl';
  placement: Placement;
  heading: string;
  consentRequired: boolean;
  links: string;
  pageContext: boolean;
}

/** What the window needs to know of whom to speak to. */
export interface Peer {
  endpoint: string;
  agentId: string;
  userId: string;
  userHash: string;
}

/** The launcher's side, as the window sees it. */
export interface WindowOwner extends HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  addController(controller: ReactiveController): void;
  readonly given: GivenStylesSheet | undefined;
  requestUpdate(): void;
  hide(): void;
  /** Replies not seen yet. */
  setUnread(count: number): void;
  /** Whether the window fills the screen and covers the launcher. */
  setCovered(covered: boolean): void;
}

/** Draws a part type the page registered. */
export type PartRenderer = (part: { type: string; [field: string]: unknown }) => Node | string;

/** A function of the page that the agent may ask for. */
export interface ClientTool {
  /** Said to the visitor, who is asked first unless `confirm` is false. */
  description: string;
  confirm?: boolean;
  execute(input: unknown): unknown;
}

/** The window, which arrives on first intent. */
export interface ChatWindow extends ReactiveController {
  readonly conversation: Conversation;
  readonly messages: readonly ChatMessage[];
  connect(peer: Peer): void;
  /** The visitor, the page or a timer opened the window; only the first two may move the focus. */
  opened(reason: OpenReason, pressed: HTMLElement | undefined): void;
  render(view: WindowView): TemplateResult;
  send(text: string): Promise<void>;
  stop(): void;
  retry(): Promise<void>;
  startNew(): void;
  restore(earlier: { messages: readonly RestoredMessage[]; conversationId?: string }): void;
  focusComposer(): void;
  registerPart(type: string, renderer: PartRenderer): void;
  registerTool(name: string, tool: ClientTool): void;
  logout(): void;
}
