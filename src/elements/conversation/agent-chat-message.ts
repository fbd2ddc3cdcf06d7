import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import type { ChatMessage, ToolRequest, Turn } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { textOf } from '../../protocol/message.ts';
import type { MarkdownOptions } from '../markdown/index.ts';
import { adoptStyles } from './adopt-styles.ts';
import { formatting, messageDesk, richParts } from './fetched-parts.ts';
import type { MessageDesk } from './message-desk.ts';
import { messageNotice, turnNotice } from './notices.ts';
import type { PagePartRenderer } from './parts/page-part.ts';
import type { Drawing, PartContext } from './parts/part-renderer.ts';
import { drawParts } from './parts/part-table.ts';
import { textViewKey } from './parts/text-part.ts';
import { TextView } from './parts/text-view.ts';
import { Ticker } from './ticker.ts';

const LIVE_TEXT = textViewKey(0);
const NO_REQUESTS: readonly ToolRequest[] = [];
const NO_RENDERERS: ReadonlyMap<string, PagePartRenderer> = new Map();

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
export class AgentChatMessage extends LitElement {
  static override properties: PropertyDeclarations = {
    message: { attribute: false },
    turn: { attribute: false },
    last: { attribute: false },
    editable: { attribute: false },
    agentName: { attribute: false },
    strings: { attribute: false },
    locale: { attribute: false },
    renderers: { attribute: false },
    requests: { attribute: false },
    contact: { attribute: false },
    markdown: { attribute: false },
    active: { state: true },
  };

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
  declare markdown: MarkdownOptions;
  /** Whether focus is in it. */
  declare protected active: boolean;

  #desk: MessageDesk | undefined;
  /** Code on its way that this message is drawn with. */
  #coming = new Set<Promise<unknown>>();
  #kept = new Map<unknown, unknown>();

  constructor() {
    super();
    this.last = false;
    this.agentName = '';
    this.locale = '';
    this.renderers = NO_RENDERERS;
    this.requests = NO_REQUESTS;
    this.contact = false;
    this.markdown = {};
    this.editable = false;
    this.active = false;
    this.addEventListener('focusin', () => {
      this.active = true;
    });
    this.addEventListener('focusout', event => {
      this.active = event.relatedTarget instanceof Node && this.contains(event.relatedTarget);
    });
    new Ticker(this, () => this.#tickEvery());
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'article';
    // Which message Tab reaches is for the log to say.
    if (!this.hasAttribute('tabindex')) this.tabIndex = -1;
  }

  /** Draws what the running reply has gained. Called at most once a frame; the rest of the message is left alone. */
  grow(text: string): void {
    if (text === '') return;
    const first = !this.#kept.has(LIVE_TEXT);
    this.#textView().grow(text);
    if (!first) return;
    this.requestUpdate();
    // At once: whoever called looks at how much there is.
    this.performUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const user = this.message?.role === 'user';
    this.setAttribute('part', user ? 'message user-message' : 'message assistant-message');
    this.classList.toggle('user', user);
    this.ariaLabel = this.strings.messageFrom(user ? this.strings.you : this.agentName);
    // Only with a new turn: `grow()` may have drawn more of this one already.
    if (changed.has('turn') && this.turn?.replyText) this.#textView().grow(this.turn.replyText);
  }

  protected override updated(): void {
    const { now } = formatting;
    if (now) adoptStyles(this, now.markdownStyles);
    for (const part of [richParts.now, messageDesk.now]) if (part) adoptStyles(this, part.styles);
  }

  /** Drawn is what is drawn with all its code. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const done = await super.getUpdateComplete();
    if (this.#coming.size === 0) return done;
    await Promise.allSettled(this.#coming);
    return this.getUpdateComplete();
  }

  protected override render(): TemplateResult {
    const { message } = this;
    if (message?.role === 'user') {
      return html`<div part="bubble" class="bubble" dir="auto"><div part="part-text" class="text plain">${textOf(message.parts)}</div>${this.#sentAlong(message)}</div>
        ${this.#renderActions(message)}`;
    }
    // One template for the running and the settled reply: its nodes stay, and with them selection and scroll.
    return html`${this.#renderBubble()}${
      this.turn && !message ? turnNotice(this.turn, this.strings, this.contact) : nothing
    }${message ? html`${messageNotice(message, this.strings, this.last)}${this.#renderActions(message)}` : nothing}`;
  }

  /** What went to the agent behind the visitor's own words. */
  #sentAlong({ parts }: ChatMessage): Drawing[] {
    return drawParts(
      parts.filter(part => part.type !== 'text'),
      this.#context(),
      this.renderers,
    );
  }

  #renderActions(message: ChatMessage): TemplateResult | typeof nothing {
    // What the agent says before anybody asked is not a message that was sent.
    if (message.createdAt === 0 || message.parts.length === 0) return nothing;
    if (!messageDesk.now) {
      // While the first answer is awaited, nothing has to be fetched for the question above it.
      if (this.editable || this.active || message.role === 'assistant') this.#fetching(messageDesk.fetch());
      return nothing;
    }
    this.#desk ??= new messageDesk.now.MessageDesk(this);
    return this.#desk.render(message, this.active);
  }

  #renderBubble(): TemplateResult | typeof nothing {
    const drawings = this.#drawings();
    if (drawings.length > 0) return html`<div part="bubble" class="bubble">${drawings}</div>`;
    if (!this.turn || this.message || this.turn.status === 'failed') return nothing;
    return html`<div part="bubble" class="bubble thinking" aria-hidden="true"><i></i><i></i><i></i></div>`;
  }

  readonly #fetching = (coming: Promise<unknown>): void => {
    this.#coming.add(coming);
    const arrived = (): void => {
      this.#coming.delete(coming);
      this.requestUpdate();
    };
    coming.then(arrived, () => this.#coming.delete(coming));
  };

  #drawings(): Drawing[] {
    if (!this.message) {
      const text = this.#kept.get(LIVE_TEXT) as TextView | undefined;
      return text ? [text.element] : [];
    }
    return drawParts(this.message.parts, this.#context(), this.renderers);
  }

  #tickEvery(): number | undefined {
    if (this.message) return this.last ? 60_000 : undefined;
    return this.turn?.waitUntil === undefined ? undefined : 1000;
  }

  #markdown(): MarkdownOptions {
    return { ...this.markdown, strings: this.strings };
  }

  #textView(): TextView {
    return this.#context().keep(LIVE_TEXT, () => new TextView(this.#markdown(), this.#fetching));
  }

  #context(): Omit<PartContext, 'nth'> {
    return {
      strings: this.strings,
      locale: this.locale,
      requests: this.requests,
      markdown: this.#markdown(),
      fetching: this.#fetching,
      keep: <T>(key: unknown, make: () => T): T => {
        if (!this.#kept.has(key)) this.#kept.set(key, make());
        return this.#kept.get(key) as T;
      },
    };
  }
}
