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
import type { AgentChatLeadForm } from './agent-chat-lead-form.ts';
import { hasFields, type LeadForm } from './lead-fields.ts';

const leadForm = new Lazy(async () => {
  const { AgentChatLeadForm } = await import('./agent-chat-lead-form.ts');
  define('agent-chat-lead-form', AgentChatLeadForm);
  return AgentChatLeadForm;
});

/** Typed values that were not submitted: the form is removed while a reply runs, and when the mode changes. */
const unsubmitted = new WeakMap<Conversation, FormData>();

/** Decides when to ask the visitor for a contact, and submits it. The form's code loads when it is shown. */
export class LeadController implements ReactiveController {
  #host: ConversationHost;
  #skipped = false;
  #requested = false;
  #busy = false;
  /** Whether the last submission failed. */
  #submitFailed = false;
  /** Whether the form's code could not be loaded. A button tries again. */
  #loadFailed = false;
  /** Where a contact was submitted: the thanks are shown until the next message. */
  #thanked: { for: Conversation; after: ChatMessage | undefined } | undefined;
  #waiting: (() => void)[] = [];
  #isBlocking = false;
  #subscribed: Conversation | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
    host.addController(this);
  }

  /**
   * When the mode changes, this element is removed for good, and those who wait ask the next one. When the whole chat is
   * removed, it may come back; rendering subscribes again.
   */
  hostDisconnected(): void {
    if (!(this.#host.getRootNode() instanceof ShadowRoot)) this.#unblock();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Scrolls an unrequested form into at most half of the view, so that the answer above stays visible. */
  hostUpdated(): void {
    const { follow, log } = this.#host;
    const form =
      this.placement === 'card' &&
      !this.#requested &&
      this.#host.querySelector<HTMLElement>('agent-chat-lead-form');
    follow.limit = form ? () => topOf(form) - log.clientHeight / 2 : undefined;
  }

  /** Whether the visitor can still leave a contact. */
  get isOpen(): boolean {
    const { conversation, settings } = this.#host;
    return settings.leadForm !== null && conversation?.leadGiven === false;
  }

  get placement(): 'gate' | 'card' | undefined {
    const { conversation, settings } = this.#host;
    if (!conversation) return undefined;
    const memory = { given: conversation.leadGiven, skipped: this.#skipped, requested: this.#requested };
    return leadFormPlacement(settings.leadForm, conversation.state, memory);
  }

  /** Resolves as soon as no form blocks the composer: it was submitted, skipped, or never needed. */
  whenUnblocked(): Promise<void> {
    return this.placement === 'gate'
      ? new Promise(resolve => this.#waiting.push(resolve))
      : Promise.resolve();
  }

  /** Shows the form because the visitor asked for it. */
  request(): void {
    this.#requested = true;
    this.#host.requestUpdate();
    void this.#focusForm();
  }

  /** Focuses a form that blocks the composer. Returns false if none does. */
  focus(): boolean {
    const isBlocking = this.placement === 'gate';
    if (isBlocking) void this.#focusForm();
    return isBlocking;
  }

  render(): TemplateResult | typeof nothing {
    const host = this.#host;
    const { conversation, settings, strings } = host;
    this.#subscribe();
    const { placement } = this;
    const form = settings.leadForm;
    if (placement === 'gate') this.#block();
    else this.#unblock();
    if (!placement || !form) {
      // The owner removed the form, or another tab submitted it: keep the focus in the chat.
      if (host.querySelector('agent-chat-lead-form:focus-within')) host.log.focus({ preventScroll: true });
      return this.#thanks ? notice(strings.leadThanks) : nothing;
    }
    if (!leadForm.module) {
      if (!this.#loadFailed) this.#fetch();
      const again = html`<button type="button" class="quiet-button" @click=${this.#fetch}>${strings.tryAgain}</button>`;
      return this.#loadFailed ? notice(strings.loadFailed, again, nothing, ' error') : nothing;
    }
    return html`<agent-chat-lead-form
      .form=${this.#requested ? { ...form, required: false } : form}
      .strings=${strings}
      .busy=${this.#busy}
      .failed=${this.#submitFailed}
      .initialValues=${unsubmitted.get(conversation!)}
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

  /** Moves the focus from the hidden composer to the log, and not into the form, where typed text would land. */
  #block(): void {
    const { composer, log } = this.#host;
    if (!this.#isBlocking && composer?.matches(':focus-within')) log.focus({ preventScroll: true });
    this.#isBlocking = true;
  }

  #unblock(): void {
    this.#isBlocking = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Discards unsubmitted values after a logout, or when another user signs in. */
  #subscribe(): void {
    const before = this.#subscribed;
    const { conversation } = this.#host;
    if (conversation === before && this.#unsubscribe) return;
    this.#unsubscribe?.();
    this.#subscribed = conversation;
    this.#unsubscribe = conversation?.subscribe(
      action => action.type === 'replace' && action.forgotten && this.#reset(),
    );
    const user = before?.client.userId;
    if (user !== undefined && user !== conversation?.client.userId) this.#reset();
    else if (before && unsubmitted.has(before)) this.#saveValues(unsubmitted.get(before));
  }

  #saveValues(values: FormData | undefined): void {
    const { conversation } = this.#host;
    if (!conversation) return;
    if (values) unsubmitted.set(conversation, values);
    else unsubmitted.delete(conversation);
  }

  #reset(): void {
    this.#saveValues(undefined);
    this.#skipped = this.#requested = this.#busy = this.#submitFailed = false;
    this.#thanked = undefined;
    this.#host.querySelector<AgentChatLeadForm>('agent-chat-lead-form')?.clear();
  }

  async #focusForm(): Promise<void> {
    const host = this.#host;
    const before = deepActiveElement();
    await leadForm.load().catch(() => {});
    await host.updateComplete;
    const form = host.querySelector<AgentChatLeadForm>('agent-chat-lead-form');
    await form?.updateComplete;
    // Keep the focus if the visitor moved it while the code loaded. The pressed button may be gone.
    if (![before, document.body].includes(deepActiveElement())) return;
    // On focus, some browsers scroll only the caret into view.
    form?.scrollIntoView({ block: 'nearest' });
    (form?.querySelector<HTMLElement>('input, select') ?? host.log).focus();
  }

  readonly #fetch = (): void => {
    const host = this.#host;
    const finish = (failed: boolean): void => {
      this.#loadFailed = failed;
      host.requestUpdate();
      if (failed) host.say(host.strings.loadFailed);
    };
    leadForm.load().then(
      () => finish(false),
      () => finish(true),
    );
  };

  #onInput = (event: Event): void => {
    const form = (event.currentTarget as Element).querySelector('form');
    if (form) this.#saveValues(new FormData(form));
  };

  #onSubmit = async (event: CustomEvent<Lead>): Promise<void> => {
    const host = this.#host;
    const lead = event.detail;
    this.#busy = true;
    this.#submitFailed = false;
    host.requestUpdate();
    try {
      const { conversation } = host;
      await conversation?.submitLead(lead);
      // The visitor logged out meanwhile.
      if (!this.#busy) return;
      this.#thanked = conversation && { for: conversation, after: conversation.state.messages.at(-1) };
      this.#saveValues(undefined);
      this.#requested = false;
      // The composer cannot be focused before it is rendered again.
      host.requestUpdate();
      host.dispatchEvent(new CustomEvent('lead', { bubbles: true, detail: { ...lead } }));
      host.say(host.strings.leadThanks);
      host.focusComposer();
    } catch {
      this.#submitFailed = this.#busy;
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

/** What this visitor did with the form. */
interface LeadMemory {
  /** They left a contact, in this visit or an earlier one. */
  given: boolean;
  /** They skipped it in this visit. */
  skipped: boolean;
  /** They asked for the form. */
  requested: boolean;
}

/**
 * Where the form is shown now: `gate` replaces the composer, `card` is in the log.
 * Undefined after a contact was left or the form was skipped, unless the visitor asks for it.
 */
function leadFormPlacement(
  form: LeadForm | null,
  { messages, turn }: ConversationState,
  memory: LeadMemory,
): 'gate' | 'card' | undefined {
  if (!form || !hasFields(form)) return undefined;
  if (memory.requested) return 'card';
  if (memory.given || memory.skipped || form.when === 'on-request') return undefined;
  if (form.when === 'before') return messages.length === 0 && !turn ? 'gate' : undefined;
  const answered = messages.some(message => message.role === 'assistant');
  if (!answered || turn) return undefined;
  return form.required ? 'gate' : 'card';
}
