import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage, ToolRequest, Turn } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../../markdown/index.ts';
import type { Part } from '../../../protocol/message.ts';
import { textOf } from '../../../protocol/message.ts';
import { adoptLoadedStyles, interactions, richParts } from '../lazy-modules.ts';
import { fields, LightElement } from '../light-element.ts';
import type { PagePartRenderer, PartContext, RenderedPart } from '../parts/part-renderer.ts';
import type { MessageController } from './message-controller.ts';
import { incompleteNotice, isConnectionProblem, retryButton, turnNotice } from './notices.ts';
import { TextView } from './text-view.ts';

/** Numbers the bubbles, whose text is the description of their message. */
let bubbles = 0;

/**
 * One message of the log: a finished one, or the running reply, which becomes the finished one without being rendered
 * again. Renders into light DOM, so that its parts can be styled from outside.
 *
 * @tag agent-chat-message
 * @csspart message - Every message; beside it `user-message` or `assistant-message`.
 * @csspart bubble - What surrounds a message's parts.
 * @fires say - `detail.text` is announced to screen readers (inner).
 * @fires feedback - `detail`: `messageId`, `key`, `value`, `reason` (inner).
 */
export class AgentChatMessage extends LightElement implements PartContext {
  static override properties: PropertyDeclarations = fields(
    'message turn last editable agentName strings locale renderers requests contact markdown active',
  );

  /** The finished message; undefined while its reply is running. */
  declare message: ChatMessage | undefined;
  /** The running or failed turn. Not set for each token, which `updateText()` renders. */
  declare turn: Turn | undefined;
  /** Whether it is the last message, whose answer can be regenerated. */
  declare last: boolean;
  /** Whether it is the visitor's last message and can be edited. */
  declare editable: boolean;
  declare agentName: string;
  declare strings: Strings;
  declare locale: string;
  /** The page's renderers, by part type. */
  declare renderers: ReadonlyMap<string, PagePartRenderer>;
  /** Calls of the page's tools that wait for the visitor's permission. */
  declare requests: readonly ToolRequest[];
  /** Whether the visitor can leave a contact if the agent cannot answer. */
  declare contact: boolean;
  /** How Markdown is rendered: where links open, which images may load. */
  declare markdown: PageMarkdownOptions;
  /** Whether it contains the focus. */
  declare protected active: boolean;

  readonly #bubbleId = `agent-chat-bubble-${++bubbles}`;
  #controller: MessageController | undefined;
  /** Settles when all code that this message needs has loaded. */
  #loading: Promise<unknown> | undefined;
  #texts: TextView[] = [];
  /** Whether the interactions, which explain refusals, could not be loaded. */
  #withoutInteractions = false;
  /** The code of parts could not be loaded. A later update tries again. */
  #withoutParts = false;
  #awaitsParts = false;
  /** The button below the reply that has the focus, and may disappear with the next rendering. */
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

  /** Renders new text of the running reply without updating the rest of the message. Called at most once a frame. */
  updateText(text: string | undefined): void {
    if (text) this.textView(0).update(text);
  }

  /** The view of the nth text. The running reply uses the first. */
  textView(nth: number): TextView {
    this.#texts[nth] ??= new TextView(this);
    return this.#texts[nth];
  }

  readonly waitFor = (loading: Promise<unknown>): void => {
    const arrived = (): void => {
      adoptLoadedStyles(this);
      this.requestUpdate();
    };
    this.#loading = Promise.all([this.#loading, loading.then(arrived, () => {})]);
  };

  protected override willUpdate(changed: PropertyValues): void {
    const user = this.message?.role === 'user';
    this.setAttribute('part', user ? 'message user-message' : 'message assistant-message');
    this.classList.toggle('user', user);
    this.classList.toggle('running', !!this.turn && this.turn.status !== 'failed');
    this.ariaLabel = this.strings.messageFrom(user ? this.strings.you : this.agentName);
    this.#focused = this.querySelector('.notice :focus');
    // The language has arrived after the text.
    const before = changed.get('strings') as Strings | undefined;
    if (before && before.copyCode !== this.strings.copyCode) for (const view of this.#texts) view.redraw();
    // Only for a new turn: `updateText()` may have rendered more of this one already.
    if (changed.has('turn')) this.updateText(this.turn?.replyText);
  }

  protected override updated(): void {
    // A reply that failed before its first word has no bubble.
    if (!this.ariaDescription && this.querySelector('.bubble'))
      this.setAttribute('aria-describedby', this.#bubbleId);
    else this.removeAttribute('aria-describedby');
    if (this.#focused?.isConnected === false) this.focus();
  }

  /** The update is complete when the code for it has loaded, too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const loading = this.#loading;
    await loading;
    const done = await super.getUpdateComplete();
    return loading === this.#loading ? done : this.getUpdateComplete();
  }

  protected override render(): TemplateResult {
    const { message, turn } = this;
    if (message?.role === 'user') {
      // Results of the page's tools were sent with the text, but the visitor did not say them.
      const sentAlong = message.parts.filter(({ type }) => type !== 'text' && type !== 'tool-call');
      return html`<div part="bubble" class="bubble" id=${this.#bubbleId}><div part="part-text" class="text plain" dir="auto">${textOf(message.parts)}</div>${this.#renderParts(sentAlong)}</div>
        ${this.#renderActions(message)}`;
    }
    // One template for the running and the finished reply, so that its nodes, selection and scroll positions are kept.
    return html`${this.#renderBubble()}${message ? this.#renderEnd(message) : this.#renderTurn(turn!)}${
      message ? this.#renderActions(message) : nothing
    }`;
  }

  /** Whether the reply is shown as pending: also while the code that explains a failure loads. */
  get #isPending(): boolean {
    const { turn } = this;
    if (this.message || !turn) return false;
    return !isStuck(turn) || !(interactions.module || this.#withoutInteractions || isConnectionProblem(turn));
  }

  #renderTurn(turn: Turn): TemplateResult | typeof nothing {
    const { strings } = this;
    if (this.#isPending && isStuck(turn)) {
      this.waitFor(
        interactions.load().catch(() => {
          this.#withoutInteractions = true;
        }),
      );
      return nothing;
    }
    return (
      this.#interactions?.renderWait(turn) ??
      turnNotice(
        turn,
        strings,
        interactions.module?.helpFor(turn, this) ?? retryButton(strings),
        interactions.module?.iconOfTurn(turn),
      )
    );
  }

  #renderEnd(message: ChatMessage): unknown {
    const { strings, last } = this;
    const icon = interactions.module?.iconOfReply(message.incomplete);
    return (
      incompleteNotice(message, strings, last, icon) ?? interactions.module?.endNotice(message, strings, last)
    );
  }

  #renderActions(message: ChatMessage): TemplateResult | typeof nothing {
    // Initial messages were never sent. Parts that come later would push the actions down.
    if (message.createdAt === 0 || this.#awaitsParts) return nothing;
    if (!interactions.module) {
      // Loading can wait until the first answer.
      if (this.editable || this.active || message.role === 'assistant') this.waitFor(interactions.load());
      return nothing;
    }
    return message.parts.length === 0 ? nothing : this.#interactions!.render(message, this.active);
  }

  get #interactions(): MessageController | undefined {
    if (interactions.module) this.#controller ??= new interactions.module.MessageController(this);
    return this.#controller;
  }

  #renderBubble(): TemplateResult | typeof nothing {
    const { message } = this;
    const rendered = message
      ? this.#renderParts(message.parts)
      : this.#isPending || this.turn!.replyText
        ? [this.textView(0).showPending()]
        : [];
    return rendered.length > 0
      ? html`<div part="bubble" class="bubble" id=${this.#bubbleId}>${rendered}</div>`
      : nothing;
  }

  /** Text alone needs no table of parts. Until that has loaded, or if it cannot, only the text is rendered. */
  #renderParts(parts: readonly Part[]): RenderedPart[] {
    const { module } = richParts;
    this.#awaitsParts = false;
    if (this.renderers.has('text') || parts.some(({ type }) => type !== 'text')) {
      if (module) return module.renderParts(parts, this);
      const loading = richParts.load();
      this.#awaitsParts = !this.#withoutParts;
      const settled = loading.catch(() => {
        this.#withoutParts = true;
      });
      this.waitFor(this.#withoutParts ? loading : settled);
    }
    const text = textOf(parts);
    return text ? [this.textView(0).finalize(text)] : [];
  }
}

/** Whether the reply cannot continue on its own. */
function isStuck({ status }: Turn): boolean {
  return status === 'failed' || status === 'waiting';
}
