import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, ToolRequest, Turn } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../../markdown/index.ts';
import type { Part } from '../../../protocol/message.ts';
import { textOf } from '../../../protocol/message.ts';
import { adoptFetched, interactions, richParts } from '../lazy-modules.ts';
import { fields, LightElement } from '../light-element.ts';
import type { Drawing, PagePartRenderer, PartContext } from '../parts/part-renderer.ts';
import type { MessageController } from './message-controller.ts';
import { incompleteNotice, isOnTheLine, retryButton, turnNotice } from './notices.ts';
import { TextView } from './text-view.ts';

/**
 * One message of the log: a settled one, or the running reply, which becomes the settled one without being drawn
 * again. Lives in its log's tree (light DOM), so its parts can be styled from outside.
 *
 * @tag agent-chat-message
 * @csspart message - Every message; beside it `user-message` or `assistant-message`.
 * @csspart bubble - What surrounds a message's parts.
 * @fires say - `detail.text` is to be spoken to screen readers (inner).
 * @fires feedback - `detail`: `messageId`, `key`, `value`, `reason` (inner).
 */
export class AgentChatMessage extends LightElement implements PartContext {
  static override properties: PropertyDeclarations = fields(
    'message turn last editable agentName strings locale renderers requests contact markdown active',
  );

  /** The settled message; undefined while its reply is running. */
  declare message: ChatMessage | undefined;
  /** The running or failed reply. Not to be set for each token: `grow()` draws those. */
  declare turn: Turn | undefined;
  /** Whether nothing follows, so that an answer can be asked for again. */
  declare last: boolean;
  /** Whether it is the visitor's last message and may be edited. */
  declare editable: boolean;
  declare agentName: string;
  declare strings: Strings;
  declare locale: string;
  /** Renderers the page registered, by part type. */
  declare renderers: ReadonlyMap<string, PagePartRenderer>;
  /** Calls of the page's tools that wait for the visitor's word. */
  declare requests: readonly ToolRequest[];
  /** Whether the visitor can leave a contact where an answer can't be had. */
  declare contact: boolean;
  /** How text is drawn: where links open, which images may load. */
  declare markdown: PageMarkdownOptions;
  /** Whether focus is in it. */
  declare protected active: boolean;

  #controller: MessageController | undefined;
  /** All the code, on its way or there, that this message is drawn with. */
  #coming: Promise<unknown> | undefined;
  #texts: TextView[] = [];
  /** The interactions, which say what was refused, could not be fetched. */
  #withoutInteractions = false;
  /** A button under the reply that has the focus, and may be gone with the next drawing. */
  #focused: Element | null = null;

  constructor() {
    super();
    this.active = false;
    this.addEventListener('focusin', () => {
      this.active = true;
    });
    this.addEventListener('focusout', event => {
      this.active = this.contains(event.relatedTarget as Node | null);
    });
  }

  /** Draws what the running reply has gained. Called at most once a frame; the rest of the message is left alone. */
  grow(text: string | undefined): void {
    if (text) this.textView(0).grow(text);
  }

  /** The view of the nth text. The running reply writes into the first. */
  textView(nth: number): TextView {
    this.#texts[nth] ??= new TextView(this);
    return this.#texts[nth];
  }

  readonly fetching = (coming: Promise<unknown>): void => {
    const arrived = (): void => {
      adoptFetched(this);
      this.requestUpdate();
    };
    this.#coming = Promise.all([this.#coming, coming.then(arrived, () => {})]);
  };

  protected override willUpdate(changed: PropertyValues): void {
    const user = this.message?.role === 'user';
    this.setAttribute('part', user ? 'message user-message' : 'message assistant-message');
    this.classList.toggle('user', user);
    this.classList.toggle('running', !!this.turn && this.turn.status !== 'failed');
    this.ariaLabel = this.strings.messageFrom(user ? this.strings.you : this.agentName);
    this.#focused = this.querySelector('.notice :focus');
    // Only with a new turn: `grow()` may have drawn more of this one already.
    if (changed.has('turn')) this.grow(this.turn?.replyText);
  }

  protected override updated(): void {
    if (this.#focused?.isConnected === false) this.focus();
  }

  /** Drawn is what is drawn with all its code. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const coming = this.#coming;
    await coming;
    const done = await super.getUpdateComplete();
    return coming === this.#coming ? done : this.getUpdateComplete();
  }

  protected override render(): TemplateResult {
    const { message, turn } = this;
    if (message?.role === 'user') {
      // What went to the agent behind the visitor's own words.
      const sentAlong = message.parts.filter(({ type }) => type !== 'text');
      return html`<div part="bubble" class="bubble"><div part="part-text" class="text plain" dir="auto">${textOf(message.parts)}</div>${this.#drawings(sentAlong)}</div>
        ${this.#renderActions(message)}`;
    }
    // One template for the running and the settled reply: its nodes stay, and with them selection and scroll.
    return html`${this.#renderBubble()}${message ? this.#renderEnd(message) : this.#renderTurn(turn!)}${
      message ? this.#renderActions(message) : nothing
    }`;
  }

  /** While what tells why nothing comes is on its way, the reply looks as if it were awaited; then nobody is writing. */
  get #awaited(): boolean {
    const { turn } = this;
    if (this.message || !turn) return false;
    return !isStuck(turn) || !(interactions.now || this.#withoutInteractions || isOnTheLine(turn));
  }

  #renderTurn(turn: Turn): TemplateResult | typeof nothing {
    const { strings } = this;
    if (this.#awaited && isStuck(turn)) {
      this.fetching(
        interactions.fetch().catch(() => {
          this.#withoutInteractions = true;
        }),
      );
      return nothing;
    }
    return (
      this.#interactions?.renderWait(turn) ??
      turnNotice(turn, strings, interactions.now?.helpFor(turn, this) ?? retryButton(strings))
    );
  }

  #renderEnd(message: ChatMessage): unknown {
    const { strings, last } = this;
    return incompleteNotice(message, strings, last) ?? interactions.now?.endNotice(message, strings, last);
  }

  #renderActions(message: ChatMessage): TemplateResult | typeof nothing {
    // What the agent says before anybody asked is not a message that was sent.
    if (message.createdAt === 0) return nothing;
    if (!interactions.now) {
      // While the first answer is awaited, nothing has to be fetched for the question above it.
      if (this.editable || this.active || message.role === 'assistant') this.fetching(interactions.fetch());
      return nothing;
    }
    return message.parts.length === 0 ? nothing : this.#interactions!.render(message, this.active);
  }

  get #interactions(): MessageController | undefined {
    if (interactions.now) this.#controller ??= new interactions.now.MessageController(this);
    return this.#controller;
  }

  #renderBubble(): TemplateResult | typeof nothing {
    const { message } = this;
    const drawings = message
      ? this.#drawings(message.parts)
      : this.#awaited || this.turn!.replyText
        ? [this.textView(0).showComing()]
        : [];
    return drawings.length > 0 ? html`<div part="bubble" class="bubble">${drawings}</div>` : nothing;
  }

  /** Text needs no table of parts; until that is there, and where it can't be had, the text is what is drawn. */
  #drawings(parts: readonly Part[]): Drawing[] {
    const { now } = richParts;
    if (this.renderers.has('text') || parts.some(({ type }) => type !== 'text')) {
      if (now) return now.drawParts(parts, this);
      this.fetching(richParts.fetch());
    }
    const text = textOf(parts);
    return text ? [this.textView(0).settle(text)] : [];
  }
}

/** Whether no answer comes before something else happens. */
function isStuck({ status }: Turn): boolean {
  return status === 'failed' || status === 'waiting';
}
