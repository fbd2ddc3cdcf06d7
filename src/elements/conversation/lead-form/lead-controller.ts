import type { ReactiveController, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Conversation } from '../../../client/conversation/conversation.ts';
import type { ChatMessage, ConversationState, Lead } from '../../../client/index.ts';
import type { ConversationHost } from '../hosts.ts';
import { Lazy } from '../lazy.ts';
import { define } from '../light-element.ts';
import { topOf } from '../log/scroll-follow.ts';
import { notice } from '../message/notices.ts';
import { deepActiveElement } from '../shadow-root.ts';
import type { AgentChatLeadForm, LeadForm } from './agent-chat-lead-form.ts';

const leadForm = new Lazy(async () => {
  const { AgentChatLeadForm } = await import('./agent-chat-lead-form.ts');
  define('agent-chat-lead-form', AgentChatLeadForm);
  return AgentChatLeadForm;
});

/** What has been typed and not sent. The form goes while an answer is awaited, and with the frame of another mode. */
const typed = new WeakMap<Conversation, FormData>();

/** Decides when a visitor is asked for a contact, and hands over what he gives. The form itself is loaded when wanted. */
export class LeadController implements ReactiveController {
  #host: ConversationHost;
  #skipped = false;
  #requested = false;
  #busy = false;
  /** What was sent last did not arrive. */
  #refused = false;
  /** The form could not be fetched: whoever wants it presses. */
  #failed = false;
  /** The conversation that a contact was left in, as it was then: its visitor is thanked until something is said. */
  #thanked: { for: Conversation; after: ChatMessage | undefined } | undefined;
  #waiting: (() => void)[] = [];
  #gated = false;
  #followed: Conversation | undefined;
  #unfollow: (() => void) | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
    host.addController(this);
  }

  /**
   * What waits for a form that goes for good, with the frame of another mode, asks the next one; what leaves the page
   * with the whole chat may come back with it. What is drawn again listens again.
   */
  hostDisconnected(): void {
    if (!(this.#host.getRootNode() instanceof ShadowRoot)) this.#pass();
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  /** A form that comes by itself takes half of the view at most, and leaves the rest to the answer above it. */
  hostUpdated(): void {
    const { follow, log } = this.#host;
    const form =
      this.placement === 'card' &&
      !this.#requested &&
      this.#host.querySelector<HTMLElement>('agent-chat-lead-form');
    follow.stop = form ? () => topOf(form, log) - log.clientHeight / 2 : undefined;
  }

  /** Whether the visitor can still leave a contact. */
  get open(): boolean {
    const { conversation, settings } = this.#host;
    return settings.leadForm !== null && conversation?.leadGiven === false;
  }

  get placement(): 'gate' | 'card' | undefined {
    const { conversation, settings } = this.#host;
    if (!conversation) return undefined;
    const memory = { given: conversation.leadGiven, skipped: this.#skipped, requested: this.#requested };
    return leadFormPlacement(settings.leadForm, conversation.state, memory);
  }

  /** Resolves as soon as no form stands before the next question: it was sent, skipped, or never needed. */
  passed(): Promise<void> {
    return this.placement === 'gate'
      ? new Promise(resolve => this.#waiting.push(resolve))
      : Promise.resolve();
  }

  /** The visitor wants to leave a contact now. */
  request(): void {
    this.#requested = true;
    this.#host.requestUpdate();
    void this.#intoForm();
  }

  /** Puts the cursor into a form that stands in the composer's place. False when none does. */
  focus(): boolean {
    const gated = this.placement === 'gate';
    if (gated) void this.#intoForm();
    return gated;
  }

  render(): TemplateResult | typeof nothing {
    const host = this.#host;
    const { conversation, settings, strings } = host;
    this.#follow();
    const { placement } = this;
    const form = settings.leadForm;
    if (placement === 'gate') this.#hold();
    else this.#pass();
    if (!placement || !form) {
      // Its owner takes it away, or another tab has sent it: who was in it is not left nowhere either.
      if (host.querySelector('agent-chat-lead-form:focus-within')) host.log.focus({ preventScroll: true });
      return this.#thanks ? notice(strings.leadThanks) : nothing;
    }
    if (!leadForm.now) {
      if (!this.#failed) this.#fetch();
      const again = html`<button type="button" class="quiet-button" @click=${this.#fetch}>${strings.tryAgain}</button>`;
      return this.#failed ? notice(strings.loadFailed, again, ' error') : nothing;
    }
    return html`<agent-chat-lead-form
      .form=${this.#requested ? { ...form, required: false } : form}
      .strings=${strings}
      .busy=${this.#busy}
      .failed=${this.#refused}
      .typed=${typed.get(conversation!)}
      @input=${this.#onInput}
      @lead-submit=${this.#onSubmit}
      @lead-skip=${this.#onSkip}
    ></agent-chat-lead-form>`;
  }

  get #thanks(): boolean {
    const { conversation } = this.#host;
    if (!conversation || conversation !== this.#thanked?.for) return false;
    const { messages, turn } = conversation.state;
    return !turn && messages.at(-1)?.key === this.#thanked.after?.key;
  }

  /** Who was writing when the form took the composer's place is not left nowhere, and types nothing into the form. */
  #hold(): void {
    const { composer, log } = this.#host;
    if (!this.#gated && composer?.matches(':focus-within')) log.focus({ preventScroll: true });
    this.#gated = true;
  }

  #pass(): void {
    this.#gated = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** What a visitor has typed is for nobody who comes after: not after a logout, not where another user signs in. */
  #follow(): void {
    const before = this.#followed;
    const { conversation } = this.#host;
    if (conversation === before && this.#unfollow) return;
    this.#unfollow?.();
    this.#followed = conversation;
    this.#unfollow = conversation?.subscribe(
      action => action.type === 'replace' && action.forgotten && this.#forget(),
    );
    const user = before?.client.userId;
    if (user !== undefined && user !== conversation?.client.userId) this.#forget();
    else if (before && typed.has(before)) this.#keep(typed.get(before));
  }

  #keep(values: FormData | undefined): void {
    const { conversation } = this.#host;
    if (!conversation) return;
    if (values) typed.set(conversation, values);
    else typed.delete(conversation);
  }

  #forget(): void {
    this.#keep(undefined);
    this.#skipped = this.#requested = this.#busy = this.#refused = false;
    this.#thanked = undefined;
    this.#host.querySelector<AgentChatLeadForm>('agent-chat-lead-form')?.clear();
  }

  async #intoForm(): Promise<void> {
    const host = this.#host;
    const before = deepActiveElement();
    await leadForm.fetch().catch(() => {});
    await host.updateComplete;
    const form = host.querySelector<AgentChatLeadForm>('agent-chat-lead-form');
    await form?.updateComplete;
    // Who has gone on to something else while the code came stays there. What was pressed may have gone.
    if (![before, document.body].includes(deepActiveElement())) return;
    // Where a browser shows no more than the cursor, it would be half of the first field.
    form?.scrollIntoView({ block: 'nearest' });
    (form?.querySelector('input') ?? host.log).focus();
  }

  readonly #fetch = (): void => {
    const host = this.#host;
    const told = (failed: boolean): void => {
      this.#failed = failed;
      host.requestUpdate();
      if (failed) host.say(host.strings.loadFailed);
    };
    leadForm.fetch().then(
      () => told(false),
      () => told(true),
    );
  };

  #onInput = (event: Event): void => {
    const form = (event.currentTarget as Element).querySelector('form');
    if (form) this.#keep(new FormData(form));
  };

  #onSubmit = async (event: CustomEvent<Lead>): Promise<void> => {
    const host = this.#host;
    const lead = event.detail;
    this.#busy = true;
    this.#refused = false;
    host.requestUpdate();
    try {
      const { conversation } = host;
      await conversation?.submitLead(lead);
      // Who sent it has logged out: nobody here is to be thanked.
      if (!this.#busy) return;
      this.#thanked = conversation && { for: conversation, after: conversation.state.messages.at(-1) };
      this.#keep(undefined);
      this.#requested = false;
      // The composer can't take the focus before it is drawn again.
      host.requestUpdate();
      host.dispatchEvent(new CustomEvent('lead', { bubbles: true, detail: { ...lead } }));
      host.say(host.strings.leadThanks);
      host.focusComposer();
    } catch {
      this.#refused = this.#busy;
    } finally {
      this.#busy = false;
      host.requestUpdate();
    }
  };

  #onSkip = (): void => {
    this.#skipped = true;
    this.#requested = false;
    this.#host.requestUpdate();
    this.#host.focusComposer();
  };
}

/** What is known of this visitor and the form. */
interface LeadMemory {
  /** A contact was left, in this visit or an earlier one. */
  given: boolean;
  /** The visitor would rather not, in this visit. */
  skipped: boolean;
  /** The visitor asked for the form himself. */
  requested: boolean;
}

/**
 * Whether the form is to be shown now: `gate` in the place of the composer, `card` beside it.
 * Undefined once a contact was left or the form was skipped, unless the visitor asks for it.
 */
function leadFormPlacement(
  form: LeadForm | null,
  { messages, turn }: ConversationState,
  memory: LeadMemory,
): 'gate' | 'card' | undefined {
  if (!form || !(form.name.enabled || form.email.enabled || form.phone.enabled)) return undefined;
  if (memory.requested) return 'card';
  if (memory.given || memory.skipped || form.when === 'on-request') return undefined;
  if (form.when === 'before') return messages.length === 0 && !turn ? 'gate' : undefined;
  const answered = messages.some(message => message.role === 'assistant');
  if (!answered || turn) return undefined;
  return form.required ? 'gate' : 'card';
}
