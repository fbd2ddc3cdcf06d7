import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import type { ChatMessage, Turn } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { textOf } from '../../protocol/message.ts';
import { messageNotice, turnNotice } from './notices.ts';
import type { PagePartRenderer } from './parts/page-part.ts';
import type { Drawing, PartContext } from './parts/part-renderer.ts';
import { drawParts } from './parts/part-table.ts';
import { textViewKey } from './parts/text-part.ts';
import { TextView } from './parts/text-view.ts';

const LIVE_TEXT = textViewKey(0);
const NO_RENDERERS: ReadonlyMap<string, PagePartRenderer> = new Map();

/**
 * One message of the log: a settled one, or the running reply, which becomes the settled one without being drawn
 * again. Lives in its log's tree (light DOM), so its parts can be styled from outside.
 *
 * @tag agent-chat-message
 * @csspart message - Every message; beside it `user-message` or `assistant-message`.
 * @csspart bubble - What surrounds a message's parts.
 */
export class AgentChatMessage extends LitElement {
  static override properties: PropertyDeclarations = {
    message: { attribute: false },
    turn: { attribute: false },
    last: { attribute: false },
    agentName: { attribute: false },
    strings: { attribute: false },
    locale: { attribute: false },
    renderers: { attribute: false },
  };

  /** The settled message; undefined while its reply is running. */
  declare message: ChatMessage | undefined;
  /** The running or failed reply. Not to be set for each token: `grow()` draws those. */
  declare turn: Turn | undefined;
  /** Whether nothing follows, so that an answer can be asked for again. */
  declare last: boolean;
  declare agentName: string;
  declare strings: Strings;
  declare locale: string;
  /** Renderers the page registered, by part type. */
  declare renderers: ReadonlyMap<string, PagePartRenderer>;

  #kept = new Map<unknown, unknown>();

  constructor() {
    super();
    this.last = false;
    this.agentName = '';
    this.locale = '';
    this.renderers = NO_RENDERERS;
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'article';
    this.tabIndex = -1;
  }

  /** Draws what the running reply has gained. Called at most once a frame; the rest of the message is left alone. */
  grow(text: string): void {
    if (text === '') return;
    const first = !this.#kept.has(LIVE_TEXT);
    this.#textView().grow(text);
    if (first) this.requestUpdate();
  }

  /** What a screen reader is told when the answer is complete. */
  get spokenText(): string {
    return Array.from(this.querySelectorAll<HTMLElement>('.text'), text => text.innerText).join('\n');
  }

  protected override willUpdate(changed: PropertyValues): void {
    const user = this.message?.role === 'user';
    this.setAttribute('part', user ? 'message user-message' : 'message assistant-message');
    this.classList.toggle('user', user);
    this.ariaLabel = this.strings.messageFrom(user ? this.strings.you : this.agentName);
    // Only with a new turn: `grow()` may have drawn more of this one already.
    if (changed.has('turn') && this.turn?.replyText) this.#textView().grow(this.turn.replyText);
  }

  protected override render(): TemplateResult {
    const { message } = this;
    if (message?.role === 'user') {
      return html`<div part="bubble" class="bubble" dir="auto"><div part="part-text" class="text plain">${textOf(message.parts)}</div></div>`;
    }
    // One template for the running and the settled reply: its nodes stay, and with them selection and scroll.
    return html`${this.#renderBubble()}${
      this.turn && !this.message ? turnNotice(this.turn, this.strings) : nothing
    }${message ? messageNotice(message, this.strings, this.last) : nothing}`;
  }

  #renderBubble(): TemplateResult | typeof nothing {
    const drawings = this.#drawings();
    if (drawings.length > 0) return html`<div part="bubble" class="bubble">${drawings}</div>`;
    if (!this.turn || this.message || this.turn.status === 'failed') return nothing;
    return html`<div part="bubble" class="bubble thinking" aria-hidden="true"><i></i><i></i><i></i></div>`;
  }

  #drawings(): Drawing[] {
    if (!this.message) {
      const text = this.#kept.get(LIVE_TEXT) as TextView | undefined;
      return text ? [text.element] : [];
    }
    return drawParts(this.message.parts, this.#context(), this.renderers);
  }

  #textView(): TextView {
    return this.#context().keep(LIVE_TEXT, () => new TextView(this.strings));
  }

  #context(): Omit<PartContext, 'nth'> {
    return {
      strings: this.strings,
      locale: this.locale,
      live: this.message === undefined,
      keep: <T>(key: unknown, make: () => T): T => {
        if (!this.#kept.has(key)) this.#kept.set(key, make());
        return this.#kept.get(key) as T;
      },
    };
  }
}
